import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const key = Buffer.alloc(32, 1)

test('opens with its key and in its place only', () => {
  const sealed = seal(key, 'session#u1', 'tokens')
  expect(unseal(key, 'session#u1', sealed)).toBe('tokens')
  expect(unseal(key, 'session#u2', sealed)).toBeNull()
  expect(unseal(Buffer.alloc(32, 2), 'session#u1', sealed)).toBeNull()
  expect(unseal(key, 'session#u1', sealed.slice(4))).toBeNull()
  expect(unseal(key, 'session#u1', '')).toBeNull()
  expect(seal(key, 'session#u1', 'tokens')).not.toBe(sealed)
})
