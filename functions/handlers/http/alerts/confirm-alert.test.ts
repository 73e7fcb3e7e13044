import { describe, expect, test } from 'vitest'
import { proofLimits } from '../../../../shared/accounts/second-factor.schema.ts'
import { makePerson, signedIn, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { putAskedAlert } from '../../../../infra/dev/testing/asked-alert.ts'
import { getAlert } from '../../../alerts/alert-store.ts'

useAccounts()

const oldSession = (userId: string) => signedIn(userId, Date.now() - (proofLimits.fresh + 1) * 1000)
const proposer = 'token “laptop”'

describe('the approval of a proposed trade', () => {
  test('requires a recent identity check in LIVE, so an old session queues nothing', async () => {
    const { id } = await makePerson()
    const alertId = await putAskedAlert(id, 'LIVE', proposer)
    const refusal = { status: 403, body: { code: 'STEP_UP_REQUIRED', details: { password: true } } }
    expect(await (await oldSession(id)).call('confirmAlert', { alertId })).toMatchObject(refusal)
    const fresh = await signedIn(id)
    expect(await fresh.call('confirmAlert', { alertId })).toMatchObject({ status: 200 })
    expect((await getAlert(alertId))?.outcome?.outcome).toBe('ASKED')
  })

  test('requires no recent identity check in DEMO, nor in LIVE if the alert came from TradingView', async () => {
    const { id } = await makePerson()
    const browser = await oldSession(id)
    for (const alertId of [await putAskedAlert(id, 'DEMO', proposer), await putAskedAlert(id, 'LIVE')])
      expect(await browser.call('confirmAlert', { alertId })).toMatchObject({ status: 200 })
  })
})

test('a session cannot propose a trade, because only an API token can', async () => {
  const { browser } = await makePerson()
  expect(
    await browser.call('proposeTrade', { action: 'BUY', market: 'LSE:VOD', price: '88.42', mode: 'LIVE' }),
  ).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', message: 'Call this with an API token' } })
})
