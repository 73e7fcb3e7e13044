import * as z from 'zod/mini'
import { pageLimits } from './page-limits.ts'

/** The query of every list. Both values arrive as text and must be whole numbers. */
export const PageQuery = z.object({
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageLimits.max)), pageLimits.default),
})
export type PageQuery = z.infer<typeof PageQuery>

/** The schema of every list's response. `next` and `previous` are paths with a query, or null. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    count: z.number(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  })
export type Page<Item> = { count: number; next: string | null; previous: string | null; results: Item[] }
