import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, expect, test, vi } from 'vitest'
import rows from '../../infra/dev/testing/last-release-rows.json' with { type: 'json' }
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { toldOutcome } from '../../infra/dev/testing/told-outcome.ts'
import { stepInWords } from '../../shared/trading/rules/trace.ts'
import type { TableName } from '../../shared/platform/tables.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import { defaultStrategyRules } from '../../shared/strategies/strategy-rules.ts'
import { readFactors, takeRecoveryHash } from '../accounts/factor-store.ts'
import { readPasswordHash } from '../accounts/password-store.ts'
import { hashOfRecoveryCode } from '../accounts/recovery-codes.ts'
import { listSessions, sessionOf } from '../accounts/session-store.ts'
import { findUserByEmail, getAdminRegistry } from '../accounts/user-store.ts'
import { dynamo, tableName } from '../aws/table.ts'
import { listLogs } from '../logs/log-store.ts'
import { getUserSettings } from '../settings/settings-store.ts'
import { listTimedUsers } from '../settings/timed-users.ts'
import { getAlertContext } from './alert-context.ts'

/** Restores bytes and sets, which JSON does not support. */
const asStored = (item: object) =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]: [string, unknown]) => {
      const { base64, set } = (value ?? {}) as { readonly base64?: string; readonly set?: string[] }
      if (base64 !== undefined) return [name, Buffer.from(base64, 'base64')]
      return [name, set === undefined ? value : new Set(set)]
    }),
  )

const now = Date.parse('2026-11-23T09:30:00Z')

useEmbeddedDynamoDb()
beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
beforeAll(async () => {
  // The stores of release 0.2.0 wrote these rows. Deployments still have such rows, so the file never changes.
  for (const [table, items] of Object.entries(rows))
    for (const Item of items)
      await dynamo().send(new PutCommand({ TableName: tableName(table as TableName), Item: asStored(Item) }))
})

const trace = [
  {
    rule: 'open positions',
    passed: false,
    actual: '3 positions open',
    required: 'fewer than 3',
    sentence: '3 positions open; your limit is 3',
  },
]

test('an alert of release 0.2.0 is read with its outcome, and an open alert without an outcome', async () => {
  const read = async (alertId: string) =>
    (await getAlertContext({ alertId, userId: 'ann', mode: 'DEMO' })).alert
  const alert = { market: 'NASDAQ:AAPL', action: 'BUY', strategy: 'orb' }
  const captured = { mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 3 }
  const ended = await read('abcdefghijklmnopqrstuvwxyz')
  expect(ended).toMatchObject({ alert, captured, outcome: { outcome: 'REFUSED' } })
  expect(ended?.outcome?.trace.map(stepInWords)).toEqual(trace)
  expect(toldOutcome(ended?.outcome)?.sentence).toMatch(/^Refused: /)
  expect(await read('bbcdefghijklmnopqrstuvwxyz')).toMatchObject({ alert, captured, outcome: null })
})

test('an account’s record of release 0.2.0 is read with its claims and deals', async () => {
  const alertId = 'bbcdefghijklmnopqrstuvwxyz'
  const { ledger } = await getAlertContext({ alertId, userId: 'ann', mode: 'DEMO' })
  expect(ledger.claims[0]?.trace.map(stepInWords)).toEqual(trace)
  expect(ledger).toMatchObject({
    version: 1,
    claims: [
      {
        alertId,
        dealReference: 'SP-bbcdefghijklmnopqrsttlx1',
        intent: {
          kind: 'close',
          positions: [{ dealId: 'DIAAAAABCD00001' }],
          inFlight: 1,
          retry: ['position DIAAAAABCD00001'],
        },
      },
    ],
    placed: [{ dealReference: 'SP-cbcdefghijklmnopqrsttlx2', order: { type: 'LIMIT', direction: 'BUY' } }],
    closed: [{ dealId: 'DIAAAAABCD00003' }],
    owned: [{ dealId: 'DIAAAAABCD00001', strategy: 'orb' }],
  })
})

test('settings of release 0.2.0 get the default of each newer rule', async () => {
  expect(await getUserSettings('ann')).toMatchObject({
    rules: { ...defaultTradingRules, maximumOpenPositions: 3 },
    tradingPause: { by: 'USER', reason: '' },
    strategies: {
      orb: {
        ...defaultStrategyRules,
        maximumPositions: 2,
        flatAt: { at: '15:55', timeZone: 'America/New_York' },
      },
    },
  })
  expect(await listTimedUsers()).toEqual(['ann'])
})

test('a log entry of release 0.2.0 is read with its trace', async () => {
  const { results } = await listLogs('ann', { type: 'ALL' }, 0, 10)
  expect(results).toMatchObject([{ type: 'ALERT', extra: { outcome: 'REFUSED', trace } }])
})

test('a user whom release 0.2.0 stored is found, with the user’s password, session, recovery code and role', async () => {
  expect(await findUserByEmail('Ann@example.com')).toMatchObject({ id: 'ann', firstName: 'Ann' })
  expect(await getAdminRegistry()).toMatchObject({ allowMultipleAdmins: true, admins: ['ann'], version: 1 })
  expect(await readPasswordHash('ann')).toBe('scrypt$1024$8$1$AAAA$AAAA')
  const access = 'ann.LUL8J24u_dda.FT8q9zhXWQbQHJUtdkRjNXMOiT4BHIlrfFbPq-Mcl-k'
  const proof = { provedBy: 'totp', provedAt: now / 1_000 }
  expect(await sessionOf(access, now)).toEqual({ userId: 'ann', sessionId: 'LUL8J24u_dda', ...proof })
  expect(await listSessions('ann', now)).toMatchObject([{ userAgent: 'Firefox', beganAt: now / 1_000 }])
  const hash = hashOfRecoveryCode('abcdef abcdef abcdef abcdef') ?? ''
  expect((await readFactors('ann')).recovery).toEqual([hash])
  expect(await takeRecoveryHash('ann', hash)).toBe(true)
})
