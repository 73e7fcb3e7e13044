import { expect, test } from 'vitest'
import { detailsOf } from './extra-details.ts'

test('detailsOf returns an entry’s facts without its kind and its reason', () => {
  expect(detailsOf({ kind: 'old secret', retiredAt: 'then' })).toEqual({ retiredAt: 'then' })
  expect(detailsOf({ kind: 'note', facts: { kind: 'gone' } })).toEqual({ kind: 'gone' })
  expect(detailsOf({ kind: 'session' })).toBeNull()
  expect(detailsOf(undefined)).toBeNull()
})
