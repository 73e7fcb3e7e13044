import { createHash } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** 26 base-32 characters (130 bits) of the SHA-256 of `text`. */
export const shortHash = (text: string): string => {
  const digest = createHash('sha256').update(text).digest()
  let bits = 0n
  for (const byte of digest.subarray(0, 17)) bits = (bits << 8n) | BigInt(byte)
  let name = ''
  for (let position = 0; position < 26; position += 1) {
    name += alphabet[Number(bits & 31n)]
    bits >>= 5n
  }
  return name
}

/** The reference under which an alert's order is sent and ever after looked up; IG takes `[A-Za-z0-9_-]{1,30}`. */
export const dealReferenceOf = (alertId: string) => `SP-${alertId}`
