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

type Accepted = { readonly alertId: string; readonly acceptedAt: number }

/**
 * One acceptance of an alert: its name, cut to 100 bits, and the second. An id that comes back after its 30 days is
 * another alert, and finds neither an old deal nor an old log entry for its own.
 */
export const acceptanceName = ({ alertId, acceptedAt }: Accepted) =>
  `${alertId.slice(0, 20)}${Math.floor(acceptedAt / 1000).toString(36)}`

/** What each of our deal references begins with. */
export const referencePrefix = 'SP-'

/** Where in a deal reference the alert's name ends and the time begins. */
export const referenceNameEnd = referencePrefix.length + 20

/** The reference under which an alert's order is sent and ever after looked up; IG takes `[A-Za-z0-9_-]{1,30}`. */
export const dealReferenceOf = (alert: Accepted) => `${referencePrefix}${acceptanceName(alert)}`
