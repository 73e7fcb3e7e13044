import type * as crypto from 'node:crypto'

/**
 * Node's crypto with cheap scrypt, for tests that log in or register often. Use:
 * `vi.mock('node:crypto', async (original) => (await import('./fast-scrypt.ts')).withFastScrypt(await original()))`
 */
export const withFastScrypt = (real: typeof crypto) => ({
  ...real,
  scrypt: ((password, salt, length, options, done) =>
    real.scrypt(password, salt, length, { ...options, N: 1024 }, done)) as typeof real.scrypt,
})
