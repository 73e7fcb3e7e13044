import { beforeEach, expect, test } from 'vitest'
import { noLimits, type Trip } from '../../shared/limits/loss-limits.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import { aTrip } from '../../infra/dev/testing/trading-values.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { saveLossLimits } from '../settings/change-settings.ts'
import { getUserSettings, saveSettings, tripsOf } from '../settings/settings-store.ts'
import { getVisitRound, listTimedUsers, saveVisitRound } from '../settings/timed-users.ts'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { clockPorts } from '../alerts/reconciler-ports.ts'
import { dynamo, tableName } from '../aws/table.ts'
import { removeTrip, saveClosing, saveTrip } from './trip-store.ts'

useEmbeddedDynamoDb()

const now = Date.parse('2026-09-07T13:31:10Z')
let userId = ''
let users = 0
beforeEach(async () => {
  users += 1
  userId = `T${users}`
  const account = { accountId: 'ZZ1AB', version: 1, missing: [] }
  await saveSettings({
    userId,
    version: 1,
    mode: 'DEMO',
    rules: defaultTradingRules,
    tradingPause: null,
    credentials: { DEMO: account, LIVE: account },
  })
})

const demo = () => ({ userId, mode: 'DEMO' as const })
const trips = async (mode: 'DEMO' | 'LIVE' = 'DEMO'): Promise<readonly Trip[]> => {
  const settings = await getUserSettings(userId)
  return settings ? tripsOf(settings, mode) : []
}

test('a second trip of the same account does not replace the first', async () => {
  expect(await saveTrip(demo(), aTrip(), now)).toBe(true)
  expect(await saveTrip(demo(), aTrip({ sentence: 'another' }), now)).toBe(false)
  expect(await trips()).toEqual([aTrip()])
  expect(await trips('LIVE')).toEqual([])
})

test('a trip that closes positions replaces a trip that only stops entries, but not the reverse', async () => {
  const closing = aTrip({ key: 'drawdown', closes: true })
  await saveTrip(demo(), aTrip(), now)
  expect(await saveTrip(demo(), closing, now)).toBe(true)
  expect(await saveTrip(demo(), aTrip(), now)).toBe(false)
  expect(await saveTrip(demo(), closing, now)).toBe(false)
  expect(await trips()).toEqual([closing])
})

test('the deals that are still to be closed are stored only for the trip that closes them', async () => {
  const trip = aTrip({ closes: true, closing: null })
  await saveTrip(demo(), trip, now)
  await saveClosing(demo(), { ...trip, at: '2026-09-07T11:00:00.000Z' }, ['D9'])
  expect(await trips()).toEqual([trip])
  await saveClosing(demo(), trip, ['D1'])
  expect(await trips()).toEqual([{ ...trip, closing: ['D1'] }])
  await removeTrip(demo(), null)
  await saveClosing(demo(), trip, [])
  expect(await trips()).toEqual([])
})

test('a trip is replaced if it has ended or belongs to another account', async () => {
  const until = new Date(now + 1_000).toISOString()
  await saveTrip(demo(), aTrip({ until }), now)
  expect(await saveTrip(demo(), aTrip({ sentence: 'later' }), now + 999)).toBe(false)
  expect(await saveTrip(demo(), aTrip({ sentence: 'later' }), now + 1_000)).toBe(true)
  expect(await saveTrip(demo(), aTrip({ accountId: 'ANOTHER' }), now + 1_000)).toBe(true)
  expect(await trips()).toEqual([aTrip({ accountId: 'ANOTHER' })])
})

test('the trips of a strategy and of the account are stored and lifted separately', async () => {
  const ofStrategy = aTrip({ strategy: 'Golden Cross v2', key: 'losingTrades Golden Cross v2' })
  await saveTrip(demo(), aTrip(), now)
  await saveTrip(demo(), ofStrategy, now)
  expect(await trips()).toHaveLength(2)
  expect(await removeTrip(demo(), null)).toBe(true)
  expect(await removeTrip(demo(), null)).toBe(false)
  expect(await trips()).toEqual([ofStrategy])
})

test('a deleted user has no trips', async () => {
  expect(await saveTrip({ userId: 'gone', mode: 'DEMO' }, aTrip(), now)).toBe(false)
  expect(await removeTrip({ userId: 'gone', mode: 'DEMO' }, null)).toBe(false)
})

test('an account is checked as long as it has limits', async () => {
  await saveLossLimits(userId, 'LIVE', { ...noLimits, losingTrades: 3 })
  expect((await getUserSettings(userId))?.lossLimits).toEqual({ LIVE: { ...noLimits, losingTrades: 3 } })
  expect(await listTimedUsers()).toContain(userId)
  await saveLossLimits(userId, 'LIVE', noLimits)
  expect(await listTimedUsers()).not.toContain(userId)
})

test('a user whom the previous release listed for checks is checked until the user’s limits are removed', async () => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('settings'),
      Item: { pk: '#timed', schema: 1, userIds: new Set([userId, 'another']) },
    }),
  )
  expect(new Set(await listTimedUsers())).toEqual(new Set([userId, 'another']))
  await saveLossLimits(userId, 'LIVE', noLimits)
  expect(await listTimedUsers()).toEqual(['another'])
})

test('a round over all users keeps its position until it has reached the last user', async () => {
  expect(await getVisitRound()).toBeNull()
  await saveVisitRound({ after: userId, began: 5 })
  expect(await getVisitRound()).toEqual({ after: userId, began: 5 })
  await saveVisitRound(null)
  expect(await getVisitRound()).toBeNull()
})

test('every mode with complete credentials is watched, even if alerts trade in the other mode', async () => {
  const accountsOf = async () =>
    (await clockPorts().store.getTimedAccounts(userId)).map(({ captured, isTraded }) => [
      captured.mode,
      isTraded,
    ])
  expect(await accountsOf()).toEqual([
    ['DEMO', true],
    ['LIVE', false],
  ])
  const settings = await getUserSettings(userId)
  if (!settings) throw new Error('There are no settings')
  const { version, credentials } = settings
  const live = { ...credentials.LIVE, missing: ['password'] }
  await saveSettings({ ...settings, version: version + 1, credentials: { ...credentials, LIVE: live } })
  expect(await accountsOf()).toEqual([['DEMO', true]])
  expect(await clockPorts().store.getTimedAccounts('gone')).toEqual([])
})
