import { expect, test, vi } from 'vitest'
import { checkPassword, hashPassword } from './passwords.ts'

// Uses the real cost parameters.
vi.unmock('node:crypto')

test('a hash contains its parameters and its own salt, and matches only its exact password', async () => {
  const password = `${'x'.repeat(60)} 🔑é`
  const [hash, again] = [await hashPassword(password), await hashPassword(password)]
  expect(hash).toMatch(/^scrypt\$131072\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/)
  expect(again).not.toBe(hash)
  expect(await checkPassword(password, hash)).toEqual({ right: true, outdated: false })
  expect(await checkPassword(password.slice(0, -1), hash)).toEqual({ right: false, outdated: false })
})

test('the placeholder hash matches no password, not even an empty one', async () => {
  expect(await checkPassword('', null)).toEqual({ right: false, outdated: false })
})
