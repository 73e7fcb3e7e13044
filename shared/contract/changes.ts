import * as z from 'zod/mini'
import { ErrorBody } from '../platform/error.schema.ts'

/** Maximum number of combined reads, which is more than any screen needs. */
export const mostReads = 16

/** The answer to one of the combined reads: new data, unchanged, or the error that the read would get on its own. */
export const ReadAnswer = z.union([
  z.object({ status: z.literal(200), tag: z.string(), body: z.unknown() }),
  z.object({ status: z.literal(304) }),
  z.object({ status: z.number(), error: ErrorBody }),
])
export type ReadAnswer = z.infer<typeof ReadAnswer>
