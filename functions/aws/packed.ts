import { deflateSync, inflateSync } from 'node:zlib'
import wordsBefore from './words-before.json' with { type: 'json' }

/** Claims, outcomes and long log entries lie packed: as JSON, deflated, so that an alert's rows cost few write units. */
export const pack = (value: unknown): Uint8Array => packText(JSON.stringify(value))

export const packText = (text: string): Uint8Array => deflateSync(text)

/** @throws Error if the bytes are damaged: zlib checks them (RFC 1950) */
export const unpack = (bytes: Uint8Array): unknown => JSON.parse(unpackText(bytes))

/** @throws as `unpack` */
export const unpackText = (bytes: Uint8Array): string => {
  const dictionary = dictionaries.get(nameOf(bytes))
  return inflateSync(bytes, dictionary && { dictionary }).toString()
}

/** What was packed over a dictionary names it behind the two bytes of its header: by Adler-32 (RFC 1950, section 2.2). */
const nameOf = (bytes: Uint8Array) => Buffer.from(bytes).subarray(2, 6).toString('hex')

/** The dictionaries over which rows were packed by release 0.2.0, and until facts were kept. */
const dictionaries = new Map(
  wordsBefore.map(Buffer.from).map((dictionary) => [nameOf(deflateSync('', { dictionary })), dictionary]),
)
