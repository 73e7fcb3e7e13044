import * as z from 'zod/mini'

export const ListChange = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  marketAndSymbol: z.string(),
  /** Differences, such as "Max Position Size: 100 → 200". */
  details: z.array(z.string()),
})
export type ListChange = z.infer<typeof ListChange>

/** The effect of an upload on a list: numbers of rows, and the details of the first rows. */
export const ListChanges = z.object({
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  rows: z.array(ListChange),
})
export type ListChanges = z.infer<typeof ListChanges>

/** A previous list, which can be restored. */
export const EarlierList = z.object({
  id: z.string(),
  replacedAt: z.iso.datetime(),
  instruments: z.number(),
})
export type EarlierList = z.infer<typeof EarlierList>
