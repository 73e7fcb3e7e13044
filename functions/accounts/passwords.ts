import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Cost of a password hash: 2^17 rounds over 8 × 128 bytes take 128 MiB (OWASP ASVS 5.0, appendix C). */
type ScryptCost = { readonly N: number; readonly r: number; readonly p: number }
const cost: ScryptCost = { N: 2 ** 17, r: 8, p: 1 }
const saltBytes = 16
const hashBytes = 32

const derive = (password: string, salt: Buffer, { N, r, p }: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    // Node's default limit is 32 MiB. This limit is twice what the parameters need.
    scrypt(password, salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

/** Returns `scrypt$N$r$p$salt$hash`. Each hash stores its own parameters, so later hashes can use other parameters. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

/**
 * A hash that no password matches. It is compared if an address is not registered, so that the response takes as long
 * as for a registered address.
 */
const nobodysHash = ['scrypt', cost.N, cost.r, cost.p, Buffer.alloc(saltBytes).toString('base64'), ''].join(
  '$',
)

export type PasswordCheck = { readonly right: boolean; readonly outdated: boolean }

/**
 * Compares a password with its stored hash.
 * @param stored null if the user does not exist; the work is the same, and the result is false
 */
export const checkPassword = async (password: string, stored: string | null): Promise<PasswordCheck> => {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? nobodysHash).split('$')
  const used = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64'), used)
  const expected = Buffer.from(hash, 'base64')
  const right = expected.length === derived.length && timingSafeEqual(expected, derived)
  return {
    right: stored !== null && right,
    outdated: used.N !== cost.N || used.r !== cost.r || used.p !== cost.p,
  }
}
