import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlertRecord } from '../../../trading/ports/alert-record.ts'
import { parseAlert } from '../../../../shared/alerts/alert-parser.ts'
import { proofLimits } from '../../../../shared/accounts/second-factor.schema.ts'
import type { Mode } from '../../../../shared/accounts/user.schema.ts'
import { makePerson, signedIn, startAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { getAlert, putAlert, saveOutcome } from '../../../alerts/alert-store.ts'

let world: Awaited<ReturnType<typeof startAccounts>>
beforeAll(async () => {
  world = await startAccounts()
})
afterAll(() => world.stop())

let alerts = 0

/** Creates an alert that waits for its user's approval, or a trade that a token proposed. */
const waitingAlert = async (userId: string, mode: Mode, proposedBy?: string): Promise<string> => {
  const parsed = parseAlert(
    JSON.stringify({ secret: 'x'.repeat(32), market: 'LSE:VOD', action: 'BUY', price: '88.42' }),
  )
  if (parsed.kind === 'invalid') throw new Error('The alert can be read')
  alerts += 1
  const alertId = `ALERT${alerts}`
  const now = Date.now()
  const record: AlertRecord = {
    alertId,
    userId,
    acceptedAt: now,
    captured: { mode, accountId: 'A1', credentialsVersion: 1 },
    alert: parsed.alert,
    outcome: null,
    waits: 0,
    ofMinute: 1,
    proposedBy,
  }
  await putAlert(record)
  await saveOutcome(record, {
    outcome: 'ASKED',
    ending: { kind: 'told', sentence: 'waiting' },
    trace: [],
    answerBy: now + 60_000,
    decidedAt: now,
  })
  return alertId
}

const oldSession = (userId: string) => signedIn(userId, Date.now() - (proofLimits.fresh + 1) * 1000)
const proposer = 'token “laptop”'

describe('the approval of a proposed trade', () => {
  test('requires a recent identity check in LIVE, so an old session queues nothing', async () => {
    const { id } = await makePerson()
    const alertId = await waitingAlert(id, 'LIVE', proposer)
    const refusal = { status: 403, body: { code: 'STEP_UP_REQUIRED', details: { password: true } } }
    expect(await (await oldSession(id)).call('confirmAlert', { alertId })).toMatchObject(refusal)
    const fresh = await signedIn(id)
    expect(await fresh.call('confirmAlert', { alertId })).toMatchObject({ status: 200 })
    expect((await getAlert(alertId))?.outcome?.outcome).toBe('ASKED')
  })

  test('requires no recent identity check in DEMO, nor in LIVE if the alert came from TradingView', async () => {
    const { id } = await makePerson()
    const browser = await oldSession(id)
    for (const alertId of [await waitingAlert(id, 'DEMO', proposer), await waitingAlert(id, 'LIVE')])
      expect(await browser.call('confirmAlert', { alertId })).toMatchObject({ status: 200 })
  })
})

test('a session cannot propose a trade, because only an API token can', async () => {
  const { browser } = await makePerson()
  expect(
    await browser.call('proposeTrade', { action: 'BUY', market: 'LSE:VOD', price: '88.42', mode: 'LIVE' }),
  ).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', message: 'Call this with an API token' } })
})
