import { expect, test } from 'vitest'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import type { AlertRecord } from '../trading/ports.ts'
import { getAlert, putAlert, markComplete } from './alert-store.ts'

useEmbeddedDynamoDb()

const began = Date.UTC(2026, 0, 5, 9)
const day = 86_400_000
const alertAt = (acceptedAt: number, alertId: string): AlertRecord => ({
  alertId,
  userId: 'ann',
  acceptedAt,
  captured: { mode: 'DEMO', accountId: 'ABC12', credentialsVersion: 2 },
  alert: {} as AlertRecord['alert'],
  outcome: null,
  following: false,
  waits: 0,
})

test('the same alert is a duplicate for 30 days, and a new one after them, before DynamoDB has removed the old', async () => {
  expect(await putAlert(alertAt(began, 'monthly'))).toBe(true)
  await markComplete('monthly', 'done')
  expect(await putAlert(alertAt(began, 'monthly'))).toBe(false)
  expect(await putAlert(alertAt(began + 30 * day, 'monthly'))).toBe(false)
  expect((await getAlert('monthly'))?.acceptedAt).toBe(began)
  expect(await putAlert(alertAt(began + 30 * day + 1_000, 'monthly'))).toBe(true)
  expect((await getAlert('monthly'))?.acceptedAt).toBe(began + 30 * day + 1_000)
})

test('an alert that has work left is never written over, however old it is', async () => {
  expect(await putAlert(alertAt(began, 'stuck'))).toBe(true)
  expect(await putAlert(alertAt(began + 90 * day, 'stuck'))).toBe(false)
  await markComplete('stuck', 'follow')
  expect(await putAlert(alertAt(began + 90 * day, 'stuck'))).toBe(false)
  expect((await getAlert('stuck'))?.acceptedAt).toBe(began)
})
