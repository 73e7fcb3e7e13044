import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { appendFile, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import * as z from 'zod/mini'
import { openSecret, SealedSecret, sealSecret } from '../sealed-secret.ts'

/**
 * The header of a backup file, a line of plain JSON. It is followed by the table rows, one per line, compressed and
 * encrypted with AES-256-GCM, and by the authentication tag. The encryption key is sealed with the operator's RSA key.
 */
const Header = z.object({ key: SealedSecret, nonce: z.string() })

/** A row in DynamoDB's JSON format, with the name of its table in the stack. */
export type BackupRow = { readonly table: string; readonly row: Record<string, AttributeValue> }

const tagBytes = 16
const algorithm = 'aes-256-gcm'

/** JSON has no type for bytes, so they are encoded as base64. */
const isBytes = (value: unknown): value is Record<string, number> => value instanceof Uint8Array
const toLine = (row: BackupRow) =>
  `${JSON.stringify(row, (_name, value: unknown) =>
    isBytes(value) ? { base64: Buffer.from(value as never).toString('base64') } : value,
  )}\n`
const fromLine = (line: string) =>
  JSON.parse(line, (_name, value: unknown) => {
    const { base64, ...others } = (value ?? {}) as { base64?: unknown }
    return typeof base64 === 'string' && Object.keys(others).length === 0
      ? new Uint8Array(Buffer.from(base64, 'base64'))
      : value
  }) as BackupRow

/** @param publicKey an RSA key in PEM format, as `sealSecret` requires */
export const writeBackup = async (
  file: string,
  rows: AsyncIterable<BackupRow>,
  { stack, publicKey, at }: { readonly stack: string; readonly publicKey: string; readonly at: Date },
): Promise<void> => {
  const [key, nonce] = [randomBytes(32), randomBytes(12)]
  const header: z.infer<typeof Header> = {
    key: sealSecret(stack, key.toString('hex'), publicKey, at),
    nonce: nonce.toString('hex'),
  }
  const cipher = createCipheriv(algorithm, key, nonce)
  const target = createWriteStream(file, { mode: 0o600 })
  target.write(`${JSON.stringify(header)}\n`)
  const lines = async function* () {
    for await (const row of rows) yield toLine(row)
  }
  await pipeline(Readable.from(lines()), createGzip(), cipher, target)
  await appendFile(file, cipher.getAuthTag())
}

export type Backup = {
  readonly stack: string
  readonly at: Date
  /** Returns the rows. Each call reads the file again, because the file may be larger than memory. */
  readonly rows: () => AsyncIterable<BackupRow>
}

/**
 * @param privateKey in PEM format
 * @throws Error if the file was sealed with another key, was changed, or is incomplete
 */
export const readBackup = async (file: string, privateKey: string): Promise<Backup> => {
  const line = await firstLineOf(file)
  const { key, nonce } = Header.parse(JSON.parse(line))
  const start = Buffer.byteLength(line) + 1
  const end = statSync(file).size - tagBytes
  const secret = Buffer.from(openSecret(key, privateKey), 'hex')
  const handle = await open(file)
  const { buffer: tag } = await handle.read(Buffer.alloc(tagBytes), 0, tagBytes, end)
  await handle.close()
  const plain = () => {
    const decipher = createDecipheriv(algorithm, secret, Buffer.from(nonce, 'hex')).setAuthTag(tag)
    return { source: createReadStream(file, { start, end: end - 1 }), decipher }
  }
  // The whole file is checked before any row is used.
  const { source, decipher } = plain()
  await pipeline(source, decipher, async (pieces: AsyncIterable<unknown>) => {
    for await (const _piece of pieces);
  }).catch((error: unknown) => {
    throw new Error(`${file} was changed or is not whole`, { cause: error })
  })
  const rows = async function* () {
    const again = plain()
    const input = again.source.pipe(again.decipher).pipe(createGunzip())
    for await (const text of createInterface({ input, crlfDelay: Infinity })) yield fromLine(text)
  }
  return { stack: key.stack, at: new Date(key.at), rows }
}

const firstLineOf = async (file: string): Promise<string> => {
  for await (const line of createInterface({ input: createReadStream(file) })) return line
  throw new Error(`${file} is empty`)
}
