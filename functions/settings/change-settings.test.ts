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

/** Every function that changes a part of the settings. */
const changes: Readonly<Record<string, (userId: string) => Promise<unknown>>> = {
  'rules of a strategy': (userId) => saveStrategyRules(userId, 'orb', defaultStrategyRules),
  'limits of an account': (userId) => saveLossLimits(userId, 'DEMO', noLimits),
  'a pause': (userId) => pauseTrading(userId, { by: 'USER', at, reason: '' }),
  'an admin’s pause': (userId) => pauseTrading(userId, { by: 'OPERATOR', at, reason: '' }, 'OPERATOR'),
  'a full stop': (userId) => saveFullStop(userId, { since: at, until: null, heldFrom: at }),
  'a token that may propose': (userId) => noteProposals(userId, 1),
  'the end of LIVE': leaveLive,
  'a limit that is reached': (userId) => saveTrip({ userId, mode: 'LIVE' }, trip, Date.parse(at)),
  'what a limit is still to close': (userId) => saveClosing({ userId, mode: 'DEMO' }, trip, ['D1']),
  'the end of a limit’s stop': (userId) => removeTrip({ userId, mode: 'DEMO' }, null),
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

describe('a pause', () => {
  const own: TradingPause = { by: 'USER', at, reason: '' }
  const brake: TradingPause = { by: 'BRAKE', at, reason: '' }
  const admin: TradingPause = { by: 'OPERATOR', at, reason: '' }
  const byEmail: TradingPause = { by: 'USER', at, reason: '', from: 'EMAIL' }

  test.each([
    ['the user’s own replaces none', null, own, true],
    ['the user’s own replaces their own', own, own, true],
    ['the user’s own does not replace the safety brake’s', brake, own, false],
    ['the user’s own does not replace an admin’s', admin, own, false],
    ['the user’s own does not replace the one of an email’s link', byEmail, own, false],
    ['the safety brake’s replaces the user’s own', own, brake, true],
    ['the safety brake’s does not replace an admin’s', admin, brake, false],
    ['the user ends the safety brake’s', brake, null, true],
    ['the user ends the one of an email’s link', byEmail, null, true],
    ['the user does not end an admin’s', admin, null, false],
  ])('%s', async (_, before, after, isAllowed) => {
    const userId = await aUser(before)
    expect(await pauseTrading(userId, after)).toBe(isAllowed)
    expect((await getUserSettings(userId))?.tradingPause).toEqual(isAllowed ? after : before)
  })

  test('an admin replaces and ends every pause', async () => {
    const userId = await aUser(brake)
    expect(await pauseTrading(userId, admin, 'OPERATOR')).toBe(true)
    expect(await pauseTrading(userId, null, 'OPERATOR')).toBe(true)
    expect((await getUserSettings(userId))?.tradingPause).toBeNull()
  })
})
