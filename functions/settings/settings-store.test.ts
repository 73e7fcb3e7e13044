import { expect, test } from 'vitest'
import { defaultTradingRules } from '../../shared/settings.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { beginSaving, saveSettings } from './settings-store.ts'

useEmbeddedDynamoDb()

test('a save whose beginning was lost on the way back is begun by the repeated call only', async () => {
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
