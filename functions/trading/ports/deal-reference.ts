import { createHash } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** The first 26 base-32 characters (130 bits) of the SHA-256 hash of `text`. */
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

type Accepted = { readonly alertId: string; readonly acceptedAt: number }

/**
 * Names one acceptance of an alert: its ID's first 100 bits and the second. An ID that is used again after 30 days is
 * another alert, and must not find an old deal or an old log entry.
 */
export const acceptanceName = ({ alertId, acceptedAt }: Accepted) =>
  `${alertId.slice(0, 20)}${Math.floor(acceptedAt / 1000).toString(36)}`

/** The beginning of each of our deal references. */
export const referencePrefix = 'SP-'

/** The position in a deal reference at which the alert's name ends and the time begins. */
export const referenceNameEnd = referencePrefix.length + 20

/** The reference under which an alert's order is sent and looked up. IG accepts `[A-Za-z0-9_-]{1,30}`. */
export const dealReferenceOf = (alert: Accepted) => `${referencePrefix}${acceptanceName(alert)}`
