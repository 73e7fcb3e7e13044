import { deflateSync, inflateSync } from 'node:zlib'
import type { TraceStep } from '../../shared/trading/rules/trace.ts'
import { dictionaries } from './pack-dictionaries.ts'

/**
 * Claims, outcomes and long log entries lie packed: as JSON, deflated over what every trace says anyway. Three thousand
 * characters then take some three hundred bytes, and an alert's rows stay within one write unit each.
 */
export const pack = (value: unknown): Uint8Array => packText(JSON.stringify(value))

export const packText = (text: string): Uint8Array => deflateSync(text, { dictionary: newest })

/** @throws Error if the bytes are damaged or were packed over other words: both are checked by zlib (RFC 1950) */
export const unpack = (bytes: Uint8Array): unknown => JSON.parse(unpackText(bytes))

/** @throws as `unpack` */
export const unpackText = (bytes: Uint8Array): string =>
  inflateSync(bytes, { dictionary: byName.get(nameOf(bytes)) ?? newest }).toString()

/** What was packed names its dictionary behind the two bytes of its header: by Adler-32 (RFC 1950, section 2.2). */
const nameOf = (bytes: Uint8Array) => Buffer.from(bytes).subarray(2, 6).toString('hex')
const [newest] = dictionaries
const byName = new Map(
  dictionaries.map((dictionary) => [nameOf(deflateSync('', { dictionary })), dictionary] as const),
)

/** A step under the names that rows have had since the first release, and the dictionaries below know. */
export type StoredStep = Omit<TraceStep, 'actual' | 'required'> & {
  readonly saw: string
  readonly limit: string
}

export const storedTrace = (trace: readonly TraceStep[]): readonly StoredStep[] =>
  trace.map(({ rule, passed, actual, required, sentence }) => ({
    rule,
    passed,
    saw: actual,
    limit: required,
    sentence,
  }))

export const traceFromStored = (trace: readonly StoredStep[]): readonly TraceStep[] =>
  trace.map(({ saw, limit, ...step }) => ({ ...step, actual: saw, required: limit }))

/** @param trace packed, or as the first release wrote it */
export const unpackTrace = (trace: readonly StoredStep[] | Uint8Array): readonly TraceStep[] =>
  traceFromStored(trace instanceof Uint8Array ? (unpack(trace) as StoredStep[]) : trace)
