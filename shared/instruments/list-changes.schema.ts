import * as z from 'zod/mini'

export const ListChange = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  marketAndSymbol: z.string(),
  /** What differs: "Max Position Size: 100 → 200". */
  details: z.array(z.string()),
})
export type ListChange = z.infer<typeof ListChange>

/** What an upload does to a list: how many rows, and the first of them one by one. */
export const ListChanges = z.object({
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  rows: z.array(ListChange),
})
export type ListChanges = z.infer<typeof ListChanges>

/** A list that was replaced, and can be put back. */
export const EarlierList = z.object({
  id: z.string(),
  replacedAt: z.iso.datetime(),
  instruments: z.number(),
})
export type EarlierList = z.infer<typeof EarlierList>
