import { deflateSync, inflateSync } from 'node:zlib'
import words from './words-of-0.2.json' with { type: 'json' }

/** Claims, outcomes and long log entries lie packed: as JSON, deflated, so that an alert's rows cost few write units. */
export const pack = (value: unknown): Uint8Array => packText(JSON.stringify(value))

export const packText = (text: string): Uint8Array => deflateSync(text)

/** @throws Error if the bytes are damaged: zlib checks them (RFC 1950) */
export const unpack = (bytes: Uint8Array): unknown => JSON.parse(unpackText(bytes))

/** @throws as `unpack` */
export const unpackText = (bytes: Uint8Array): string => inflateSync(bytes, { dictionary }).toString()

/** What release 0.2.0 packed its rows over: zlib asks for it only then. */
const dictionary = Buffer.from(words)
