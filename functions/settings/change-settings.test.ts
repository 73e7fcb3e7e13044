import { describe, expect, test } from 'vitest'
import { aTrip } from '../../infra/dev/testing/trading-values.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { noLimits } from '../../shared/limits/loss-limits.ts'
import type { TradingPause } from '../../shared/settings/settings.schema.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import { defaultStrategyRules } from '../../shared/strategies/strategy-rules.ts'
import {
  leaveLive,
  noteProposals,
  pauseTrading,
  saveFullStop,
  saveLossLimits,
  saveStrategyRules,
} from './change-settings.ts'
import { getUserSettings, saveSettings } from './settings-store.ts'
import { removeTrip, saveClosing, saveTrip } from '../limits/trip-store.ts'

useEmbeddedDynamoDb()

const at = '2026-09-07T13:31:10.000Z'
const trip = aTrip({ closes: true })
let users = 0

const aUser = async (tradingPause: TradingPause | null = null) => {
  const userId = `C${(users += 1)}`
  const account = { accountId: 'ZZ1AB', version: 1, missing: [] }
  await saveSettings({
    userId,
    version: 1,
    mode: 'LIVE',
    rules: defaultTradingRules,
    credentials: { DEMO: account, LIVE: account },
    tradingPause,
  })
  await saveTrip({ userId, mode: 'DEMO' }, trip, Date.parse(at))
  return userId
}

const versionOf = async (userId: string) => (await getUserSettings(userId))?.version

/** Every function that changes a part of the settings, with its test name. */
const changes: Readonly<Record<string, (userId: string) => Promise<unknown>>> = {
  'saving a strategy’s rules': (userId) => saveStrategyRules(userId, 'orb', defaultStrategyRules),
  'saving an account’s limits': (userId) => saveLossLimits(userId, 'DEMO', noLimits),
  'pausing trading': (userId) => pauseTrading(userId, { by: 'USER', at, reason: '' }),
  'a pause by an admin': (userId) => pauseTrading(userId, { by: 'OPERATOR', at, reason: '' }, 'OPERATOR'),
  'stopping everything': (userId) => saveFullStop(userId, { since: at, until: null, heldFrom: at }),
  'allowing a token to propose trades': (userId) => noteProposals(userId, 1),
  'leaving LIVE': leaveLive,
  'saving a reached limit': (userId) => saveTrip({ userId, mode: 'LIVE' }, trip, Date.parse(at)),
  'saving the deals that a limit must still close': (userId) =>
    saveClosing({ userId, mode: 'DEMO' }, trip, ['D1']),
  'ending a limit’s stop': (userId) => removeTrip({ userId, mode: 'DEMO' }, null),
}

test.each(Object.entries(changes))('%s increments the settings’ version', async (_, change) => {
  const userId = await aUser()
  const before = (await versionOf(userId)) ?? 0
  await change(userId)
  expect(await versionOf(userId)).toBe(before + 1)
})

test.each(Object.entries(changes))('%s creates no settings for a deleted user', async (_, change) => {
  expect(await change('gone')).not.toBe(true)
  expect(await getUserSettings('gone')).toBeNull()
})

describe('pauseTrading', () => {
  const own: TradingPause = { by: 'USER', at, reason: '' }
  const brake: TradingPause = { by: 'BRAKE', at, reason: '' }
  const admin: TradingPause = { by: 'OPERATOR', at, reason: '' }
  const byEmail: TradingPause = { by: 'USER', at, reason: '', from: 'EMAIL' }

  test.each([
    ['a user can pause trading', null, own, true],
    ['a user can replace their own pause', own, own, true],
    ['a user can’t replace the safety brake’s pause', brake, own, false],
    ['a user can’t replace an admin’s pause', admin, own, false],
    ['a user can’t replace a pause from an email link', byEmail, own, false],
    ['the safety brake can replace a user’s own pause', own, brake, true],
    ['the safety brake can’t replace an admin’s pause', admin, brake, false],
    ['a user can end the safety brake’s pause', brake, null, true],
    ['a user can end a pause from an email link', byEmail, null, true],
    ['a user can’t end an admin’s pause', admin, null, false],
  ])('%s', async (_, before, after, isAllowed) => {
    const userId = await aUser(before)
    expect(await pauseTrading(userId, after)).toBe(isAllowed)
    expect((await getUserSettings(userId))?.tradingPause).toEqual(isAllowed ? after : before)
  })

  test('lets an admin replace and end every pause', async () => {
    const userId = await aUser(brake)
    expect(await pauseTrading(userId, admin, 'OPERATOR')).toBe(true)
    expect(await pauseTrading(userId, null, 'OPERATOR')).toBe(true)
    expect((await getUserSettings(userId))?.tradingPause).toBeNull()
  })
})
