import { createHash, timingSafeEqual } from 'node:crypto'

/** A plain hash is enough for a random token of 112 bits or more, which cannot be guessed (OWASP ASVS 5.0, 6.5.2). */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Compares two texts in constant time. */
export const isSame = (a: unknown, b: string) =>
  typeof a === 'string' && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
