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
 * A name for one acceptance of an alert: the first 100 bits of the alert's ID, and the second of the acceptance. If an
 * ID is used again after 30 days, it belongs to another alert and must not find an old deal or an old log entry.
 */
export const acceptanceName = ({ alertId, acceptedAt }: Accepted) =>
  `${alertId.slice(0, 20)}${Math.floor(acceptedAt / 1000).toString(36)}`

/** The first characters of all our deal references. */
export const referencePrefix = 'SP-'

/** The index in a deal reference at which the alert's ID ends and the time begins. */
export const referenceNameEnd = referencePrefix.length + 20

/** The reference with which an alert's order is sent and looked up. IG accepts `[A-Za-z0-9_-]{1,30}`. */
export const dealReferenceOf = (alert: Accepted) => `${referencePrefix}${acceptanceName(alert)}`
