import { deflateSync, inflateSync } from 'node:zlib'
import words from './words-of-0.2.json' with { type: 'json' }

/** Packs claims, outcomes and long log entries as deflated JSON, so that an alert's rows cost few write units. */
export const pack = (value: unknown): Uint8Array => packText(JSON.stringify(value))

export const packText = (text: string): Uint8Array => deflateSync(text)

/** @throws Error if the bytes are damaged: zlib checks them (RFC 1950) */
export const unpack = (bytes: Uint8Array): unknown => JSON.parse(unpackText(bytes))

/** @throws as `unpack` */
export const unpackText = (bytes: Uint8Array): string => inflateSync(bytes, { dictionary }).toString()

/** The zlib dictionary of release 0.2.0; zlib asks for it only when it reads its rows. */
const dictionary = Buffer.from(words)
