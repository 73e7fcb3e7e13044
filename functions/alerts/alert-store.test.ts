import { afterEach, describe, expect, test } from 'vitest'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { env } from '../../shared/platform/env.ts'
import type { AlertRecord } from '../trading/ports/alert-record.ts'
import {
  getAlert,
  listOpenAlerts,
  listOpenLanes,
  listUndecidedAlerts,
  markComplete,
  putAlert,
  saveOutcome,
} from './alert-store.ts'

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
  waits: 0,
  ofMinute: 1,
})

test('an alert that is sent again is a duplicate for 30 days and then a new alert, even if DynamoDB still has the old row', async () => {
  expect(await putAlert(alertAt(began, 'monthly'))).toBe(true)
  await markComplete('monthly')
  expect(await putAlert(alertAt(began, 'monthly'))).toBe(false)
  expect(await putAlert(alertAt(began + 30 * day, 'monthly'))).toBe(false)
  expect((await getAlert('monthly'))?.acceptedAt).toBe(began)
  expect(await putAlert(alertAt(began + 30 * day + 1_000, 'monthly'))).toBe(true)
  expect((await getAlert('monthly'))?.acceptedAt).toBe(began + 30 * day + 1_000)
})

test('an alert with unfinished work is never overwritten, however old it is', async () => {
  expect(await putAlert(alertAt(began, 'stuck'))).toBe(true)
  expect(await putAlert(alertAt(began + 90 * day, 'stuck'))).toBe(false)
  await saveOutcome(alertAt(began, 'stuck'), {
    outcome: 'PLACED',
    ending: { kind: 'told', sentence: 'Placed' },
    trace: [],
    decidedAt: began,
  })
  expect(await putAlert(alertAt(began + 90 * day, 'stuck'))).toBe(false)
  expect((await getAlert('stuck'))?.acceptedAt).toBe(began)
})

describe('the index of open alerts', () => {
  const write = async (alertId: string, userId: string) => {
    await putAlert({ ...alertAt(began, alertId), userId })
    return { userId, mode: 'DEMO' } as const
  }
  const lanesOf = async (userId: string, before: number) =>
    (await listOpenLanes(before, 1_000))
      .map((lane) => lane.filter((open) => open.userId === userId))
      .filter((lane) => lane.length > 0)
  afterEach(() => {
    delete process.env[env.openShards]
  })

  test('returns all alerts of an account in one lane if there are sixteen partitions', async () => {
    process.env[env.openShards] = '16'
    const users = Array.from({ length: 40 }, (_, number) => `sharded-${number}`)
    for (const userId of users) for (const name of ['a', 'b']) await write(`${userId}-${name}`, userId)
    const lanes = await listOpenLanes(began + 1, 1_000)
    expect(lanes.filter((lane) => lane.length > 0).length).toBeGreaterThan(10)
    for (const userId of users) {
      const [lane = [], ...others] = await lanesOf(userId, began + 1)
      expect(others).toEqual([])
      expect(lane).toHaveLength(2)
      const own = await listOpenAlerts({ userId, mode: 'DEMO' }, began + 1, 1_000)
      expect(own.map(({ alertId }) => alertId).sort()).toEqual([`${userId}-a`, `${userId}-b`])
    }
  })

  test('lists the markets of an account’s undecided alerts', async () => {
    const put = (alertId: string, market: string, more: Partial<AlertRecord> = {}) =>
      putAlert({
        ...alertAt(began, alertId),
        userId: 'looks-ahead',
        alert: { market } as AlertRecord['alert'],
        ...more,
      })
    await put('first', 'LSE:VOD')
    await put('second', 'LSE:BP')
    await put('decided', 'LSE:RR')
    await put('live', 'LSE:AV', { captured: { mode: 'LIVE', accountId: 'A', credentialsVersion: 1 } })
    await saveOutcome(
      { ...alertAt(began, 'decided'), userId: 'looks-ahead' },
      { outcome: 'REFUSED', ending: { kind: 'told', sentence: 'Refused' }, trace: [], decidedAt: began },
    )
    const markets = await listUndecidedAlerts({ userId: 'looks-ahead', mode: 'DEMO' }, 100)
    expect(markets.map(({ market }) => market).sort()).toEqual(['LSE:BP', 'LSE:VOD'])
  })

  test('loses no alert when the number of its partitions changes', async () => {
    const account = await write('before', 'grows')
    process.env[env.openShards] = '16'
    await write('after', 'grows')
    expect((await lanesOf('grows', began + 1)).flat()).toHaveLength(2)
    expect(await listOpenAlerts(account, began + 1, 1_000)).toHaveLength(2)
    delete process.env[env.openShards]
    // With one partition again, only that partition is read each minute. The former partitions are read too, but only
    // once in ten minutes.
    const seen = []
    for (let minute = 1; minute <= 10; minute += 1)
      seen.push((await lanesOf('grows', began + minute * 60_000)).flat().length)
    expect(seen.filter((lanes) => lanes === 2)).toHaveLength(1)
    expect(seen.every((lanes) => lanes > 0)).toBe(true)
  })
})
