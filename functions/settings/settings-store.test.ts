import { expect, test } from 'vitest'
import { TradingRules } from '../../shared/settings/settings.schema.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { beginSaving } from './save-in-steps.ts'
import { getUserSettings, saveSettings } from './settings-store.ts'

useEmbeddedDynamoDb()

test('beginSaving succeeds again for the same saver, and fails for another saver during the save', async () => {
  const incomplete = { accountId: null, version: 1, missing: ['API key'] }
  await saveSettings({
    userId: 'u1',
    version: 1,
    mode: 'DEMO',
    rules: defaultTradingRules,
    credentials: { DEMO: incomplete, LIVE: incomplete },
    tradingPause: null,
  })
  const now = Date.UTC(2026, 0, 5, 12)
  expect(await beginSaving('u1', 'one', now)).toMatchObject({ wasUnfinished: false })
  expect(await beginSaving('u1', 'one', now)).not.toBeNull()
  expect(await beginSaving('u1', 'other', now)).toBeNull()
})

test('a row that was stored before a setting existed gets the setting’s default', async () => {
  const complete = { accountId: 'ABC12', version: 1, missing: [] }
  const { allowHedging: _, ...older } = { ...defaultTradingRules, maximumOpenPositions: 3 }
  await saveSettings({
    userId: 'u2',
    version: 1,
    mode: 'DEMO',
    rules: older as typeof defaultTradingRules,
    credentials: { DEMO: complete, LIVE: complete },
    tradingPause: null,
  })
  const { rules } = (await getUserSettings('u2')) ?? {}
  expect(rules).toEqual({ ...defaultTradingRules, maximumOpenPositions: 3 })
  expect(TradingRules.safeParse(rules).success).toBe(true)
})
