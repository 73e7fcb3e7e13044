/** dynalite's own store, as far as a bench fills it past the wire. */
declare module 'dynalite/db/index.js' {
  type Write = { readonly type: 'put'; readonly key: string; readonly value: unknown }
  type ItemStore = { batch(writes: readonly Write[], done: (error?: Error | null) => void): void }
  type Store = {
    getItemDb(table: string): ItemStore
    getIndexDb(type: 'Global', table: string, index: string): ItemStore
    getTable(name: string, checkStatus: boolean, done: (error: Error | null, table: unknown) => void): void
    db: { close(done: (error?: Error | null) => void): void }
  }
  const store: {
    create(options: { path: string }): Store
    createKey(item: unknown, table: unknown): string
    /** What each index keeps of a new item. */
    getIndexActions(
      indexes: unknown,
      before: undefined,
      item: unknown,
      table: unknown,
    ): { readonly puts: readonly { readonly index: string; readonly key: string; readonly item: unknown }[] }
  }
  export default store
}
