import { expect, test } from 'vitest'
import { type Keys, seal, unseal } from './seal.ts'

const under = (byte: number): Keys => {
  const key = Buffer.alloc(32, byte)
  return { inUse: key, accepted: [key] }
}
const key = under(1)

test('a sealed text can be opened only with its key and label', () => {
  const sealed = seal(key, 'session#u1', 'tokens')
  expect(unseal(key, 'session#u1', sealed)).toBe('tokens')
  expect(unseal(key, 'session#u2', sealed)).toBeNull()
  expect(unseal(under(2), 'session#u1', sealed)).toBeNull()
  expect(unseal(key, 'session#u1', sealed.slice(4))).toBeNull()
  expect(unseal(key, 'session#u1', '')).toBeNull()
  expect(seal(key, 'session#u1', 'tokens')).not.toBe(sealed)
})

test('a text sealed with the older key can still be opened while the root secret is being replaced', () => {
  const [older, newer] = [under(1).inUse, under(2).inUse]
  const both = { inUse: newer, accepted: [older, newer] }
  expect(unseal(both, 'session#u1', seal(under(1), 'session#u1', 'tokens'))).toBe('tokens')
  expect(unseal(under(2), 'session#u1', seal(both, 'session#u1', 'tokens'))).toBe('tokens')
})
