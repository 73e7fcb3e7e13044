import * as z from 'zod/mini'
import { ErrorBody } from '../platform/error.schema.ts'

/** Maximum number of reads; more than any screen needs. */
export const mostReads = 16

/** The answer to one read: new, unchanged, or refused as it would have been alone. */
export const ReadAnswer = z.union([
  z.object({ status: z.literal(200), tag: z.string(), body: z.unknown() }),
  z.object({ status: z.literal(304) }),
  z.object({ status: z.number(), error: ErrorBody }),
])
export type ReadAnswer = z.infer<typeof ReadAnswer>
