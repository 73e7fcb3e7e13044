import { expect, test } from 'vitest'
import { dealReferenceOf, shortHash } from './deal-reference.ts'

const alertId = shortHash('order-7')
const acceptedAt = Date.UTC(2026, 10, 21, 9, 30)
const days = (count: number) => count * 24 * 3_600_000

test('a deal reference has at most the 30 characters that IG allows, and identifies its alert', () => {
  const reference = dealReferenceOf({ alertId, acceptedAt })
  expect(reference).toMatch(/^[A-Za-z0-9_-]{1,30}$/)
  expect(reference).toMatch(new RegExp(`^SP-${alertId.slice(0, 20)}`))
  expect(dealReferenceOf({ alertId, acceptedAt: acceptedAt + days(20_000) })).toMatch(/^[A-Za-z0-9_-]{1,30}$/)
})

test('an alert ID that is used again after 30 days gets a new deal reference', () => {
  expect(dealReferenceOf({ alertId, acceptedAt: acceptedAt + days(30) + 1_000 })).not.toBe(
    dealReferenceOf({ alertId, acceptedAt }),
  )
})
