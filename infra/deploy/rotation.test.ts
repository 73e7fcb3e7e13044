import { expect, test } from 'vitest'
import { nextRotation } from './rotation.ts'

const at = (minutes: number) => new Date(Date.parse('2026-11-26T10:00:00Z') + minutes * 60_000)

test('a rotation adds a new key, then uses it, then removes the old key', () => {
  const added = nextRotation('old-key', at(0), () => 'new-key')
  expect(added).toMatchObject({ step: 'add' })
  expect(JSON.parse(added.secret)).toMatchObject({ old: 'old-key', new: 'new-key', use: 'old' })
  const switched = nextRotation(added.secret, at(60), () => 'unused')
  expect(switched).toMatchObject({ step: 'switch' })
  expect(JSON.parse(switched.secret)).toMatchObject({ old: 'old-key', new: 'new-key', use: 'new' })
  expect(nextRotation(switched.secret, at(120), () => 'unused')).toMatchObject({
    step: 'drop',
    secret: 'new-key',
  })
})

test('a rotation refuses a step within an hour of the previous step, and says when the step will be possible', () => {
  const { secret } = nextRotation('old-key', at(0), () => 'new-key')
  expect(() => nextRotation(secret, at(59), () => 'unused')).toThrow('after 2026-11-26T11:00:00.000Z')
})
