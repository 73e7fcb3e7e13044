import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, expect, test, vi } from 'vitest'
import { toldOutcome } from '../../infra/dev/testing/told-outcome.ts'
import { stepInWords } from '../../shared/trading/rules/trace.ts'
import rows from '../../infra/dev/testing/release-0.2-rows.json' with { type: 'json' }
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { TradingRules } from '../../shared/settings/settings.schema.ts'
import type { TableName } from '../../shared/platform/tables.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import { readPasswordHash } from '../accounts/password-store.ts'
import { findUserByEmail, getAdminRegistry } from '../accounts/user-store.ts'
import { dynamo, tableName } from '../aws/table.ts'
import { listLogs } from '../logs/log-store.ts'
import { getUserSettings } from '../settings/settings-store.ts'
import { getAlertContext } from './alert-context.ts'

/** JSON knows no bytes. */
const withBytes = (item: object) =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]: [string, unknown]) => {
      const { base64 } = (value ?? {}) as { readonly base64?: string }
      return [name, base64 === undefined ? value : Buffer.from(base64, 'base64')]
    }),
  )

/** The file holds what the stores of release 0.2.0 wrote. */

useEmbeddedDynamoDb()
// When they were written: a log shows no entry that is too old.
beforeAll(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T09:30:00Z'), toFake: ['Date'] }))
beforeAll(async () => {
  for (const [table, items] of Object.entries(rows))
    for (const Item of items)
      await dynamo().send(new PutCommand({ TableName: tableName(table as TableName), Item: withBytes(Item) }))
})

const trace = [
  {
    rule: 'open positions',
    passed: false,
    actual: '3 positions open',
    required: 'fewer than 3',
    sentence: '3 positions open, your limit is 3',
  },
]

test('an alert, its outcome and the account’s ledger are read as they were meant', async () => {
  const alertId = 'abcdefghijklmnopqrstuvwxyz'
  const { alert, ledger, settings } = await getAlertContext({ alertId, userId: 'ann', mode: 'DEMO' })
  expect(alert).toMatchObject({ alertId, waits: 0, outcome: { outcome: 'REFUSED' } })
  expect(toldOutcome(alert?.outcome)?.sentence).toBe('Refused: 3 positions open, your limit is 3')
  expect(alert?.outcome?.trace.map(stepInWords)).toEqual(trace)
  expect(ledger).toMatchObject({
    version: 1,
    claims: [
      {
        dealReference: 'SP-bbcdefghijklmnopqrsttkzipe',
        intent: { kind: 'close', inFlight: 1, retry: ['DIAAAAABCD00001'] },
      },
    ],
    placed: [{ dealReference: 'SP-cbcdefghijklmnopqrsttkzipe', order: null }],
    closed: [],
  })
  expect(settings).toMatchObject({ maximumOpenPositions: 3, allowHedging: false, accountId: 'ZZ1AB' })
})

test('settings have the default of what did not exist, and can be saved back', async () => {
  const { rules } = (await getUserSettings('ann')) ?? {}
  expect(rules).toEqual({
    ...defaultTradingRules,
    instrumentTradeCooldownPeriodInHours: 12,
    maximumOpenPositions: 3,
  })
  expect(TradingRules.safeParse(rules).success).toBe(true)
})

test('a log entry shows its trace in today’s words', async () => {
  const { results } = await listLogs('ann', { type: 'ALL' }, 0, 10)
  expect(results).toMatchObject([{ type: 'ALERT', extra: { outcome: 'REFUSED', trace } }])
})

test('a user is found, and signs in with the password of then', async () => {
  expect(await findUserByEmail('Ann@example.com')).toMatchObject({ id: 'ann', firstName: 'Ann' })
  expect(await readPasswordHash('ann')).toMatchObject({
    hash: 'scrypt$1024$8$1$AAAA$AAAA',
    isInProfile: true,
  })
})

test('the administrators are still the administrators', async () => {
  expect(await getAdminRegistry()).toEqual({
    allowUserRegistration: true,
    allowMultipleAdmins: true,
    admins: ['ann'],
    leaving: [],
    version: 1,
  })
})
