import * as z from 'zod/mini'
import { ErrorBody } from '../platform/error.schema.ts'

/** More than one screen asks for. */
export const mostReads = 16

/** One read's answer: new, or not, or refused as it would have been alone. */
export const ReadAnswer = z.union([
  z.object({ status: z.literal(200), tag: z.string(), body: z.unknown() }),
  z.object({ status: z.literal(304) }),
  z.object({ status: z.number(), error: ErrorBody }),
])
export type ReadAnswer = z.infer<typeof ReadAnswer>
