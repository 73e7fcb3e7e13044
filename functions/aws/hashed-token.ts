import { createHash, timingSafeEqual } from 'node:crypto'

/** Of a random token of 112 bits or more a plain hash is enough: none is found by trying (OWASP ASVS 5.0, 6.5.2). */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Takes the same time wherever the two differ. */
export const isSame = (a: unknown, b: string) =>
  typeof a === 'string' && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
