/** The parts of dynalite's internal store that a bench writes to directly, and the functions that a bench replaces. */
declare module 'dynalite/db/index.js' {
  type Row = Readonly<Record<string, Readonly<Record<string, unknown>>>>
  type Request = { readonly TableName: string; readonly ConsistentRead?: boolean }
  type Write = { readonly type: 'put'; readonly key: string; readonly value: unknown }
  type ItemStore = { batch(writes: readonly Write[], done: (error?: Error | null) => void): void }
  type Store = {
    getItemDb(table: string): ItemStore
    getIndexDb(type: 'Global', table: string, index: string): ItemStore
    getTable(name: string, checkStatus: boolean, done: (error: Error | null, table: unknown) => void): void
    db: { close(done: (error?: Error | null) => void): void }
  }
  const store: {
    addConsumedCapacity(request: Request, isRead: boolean, before?: Row | null, after?: Row | null): void
    checkConditional(request: Request, existing?: Row | null): unknown
    queryTable(store: Store, table: unknown, request: Request, ...others: unknown[]): void
    create(options: { path: string }): Store
    createKey(item: unknown, table: unknown): string
    /** Returns the rows that each index stores for a new item. */
    getIndexActions(
      indexes: unknown,
      before: undefined,
      item: unknown,
      table: unknown,
    ): { readonly puts: readonly { readonly index: string; readonly key: string; readonly item: unknown }[] }
  }
  export default store
}
