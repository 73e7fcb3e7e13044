import { beforeAll, describe, expect, test, vi } from 'vitest'
import { makePerson, type Person, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { updateAdminRegistry } from '../../../accounts/user-store.ts'
import { allowanceStore } from '../../../broker/allowance/store.ts'
import { newState } from '../../../broker/allowance/state.ts'
import { pauseTrading } from '../../../settings/change-settings.ts'
import { getUserSettings, saveSettings } from '../../../settings/settings-store.ts'
import { saveCanary } from '../../../administration/canary-store.ts'
import { putAlert } from '../../../alerts/alert-store.ts'

useAccounts()
let admin: Person
beforeAll(async () => {
  admin = await makePerson('Ada')
  await updateAdminRegistry((registry) => ({ ...registry, admins: [admin.id] }))
})

const pauseOf = async ({ id }: Person) => (await getUserSettings(id))?.tradingPause
const pauseByAdmin = (request: Record<string, unknown>) => admin.browser.call('pauseOthers', request)

describe('an admin', () => {
  test('can pause a user by address or ID, and only an admin can resume that user', async () => {
    const trader = await makePerson()
    const { body } = await pauseByAdmin({ user: trader.email, paused: true, reason: 'IG is down' })
    expect(body).toEqual({ changed: 1 })
    expect(await pauseOf(trader)).toMatchObject({ by: 'OPERATOR', reason: 'IG is down' })
    for (const paused of [false, true]) {
      const own = await trader.browser.call('setTradingPause', { paused })
      expect([own.status, own.body]).toMatchObject([403, { code: 'FORBIDDEN' }])
    }
    expect((await admin.browser.call('getSystem', {})).body).toMatchObject({
      paused: [{ userId: trader.id, email: trader.email, reason: 'IG is down' }],
    })
    expect((await pauseByAdmin({ user: trader.id, paused: false })).body).toEqual({ changed: 1 })
    expect(await pauseOf(trader)).toBeNull()
    expect((await trader.browser.call('setTradingPause', { paused: true })).status).toBe(200)
  })

  test('can pause and resume all users, and keeps each user’s earlier pause', async () => {
    const [own, open] = [await makePerson(), await makePerson()]
    const before = { by: 'BRAKE', at: '2026-11-22T10:00:00.000Z', reason: '21 orders in a minute' } as const
    await pauseTrading(own.id, before)
    await pauseByAdmin({ paused: true })
    expect([await pauseOf(own), await pauseOf(open)]).toMatchObject([{ by: 'OPERATOR' }, { by: 'OPERATOR' }])
    // A second pause changes nothing.
    expect((await pauseByAdmin({ paused: true, reason: 'again' })).body).toEqual({ changed: 0 })
    await pauseByAdmin({ paused: false })
    expect([await pauseOf(own), await pauseOf(open)]).toEqual([before, null])
  })

  test('gets an error for an unknown user', async () => {
    expect(await pauseByAdmin({ user: 'nobody@example.com', paused: true })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })

  test('can find a user by ID', async () => {
    const trader = await makePerson()
    const { body } = await admin.browser.call('listUsers', { offset: 0, limit: 10, q: trader.id })
    expect(body).toMatchObject({ results: [{ email: trader.email }] })
  })

  test('sees each account’s open alerts, the calls to IG, and the last check of the webhook', async () => {
    const trader = await makePerson()
    const settings = await getUserSettings(trader.id)
    if (!settings) throw new Error('no settings')
    const credentials = {
      ...settings.credentials,
      DEMO: { ...settings.credentials.DEMO, accountId: 'ABC12' },
    }
    await saveSettings({ ...settings, credentials, version: settings.version + 1 })
    vi.useFakeTimers({ toFake: ['Date'] })
    const now = Date.now()
    const login = { userId: trader.id, mode: 'DEMO', accountId: 'ABC12', credentialsVersion: 1 } as const
    await allowanceStore.noteAccount(login, 'allowance#DEMO#key', now)
    const calls = { ABC12: Array.from({ length: 7 }, (_, place) => now - place * 1_000) }
    await allowanceStore.save('allowance#DEMO#key', { version: 1, state: { ...newState, calls } }, now)
    await saveCanary({
      at: now,
      isWell: false,
      milliseconds: 12,
      problem: 'no answer',
      certificateEnds: null,
      rootKeys: [],
    })
    for (const [number, age] of [90_000, 30_000].entries())
      await putAlert({
        alertId: `open-${number}-${trader.id}`,
        userId: trader.id,
        acceptedAt: now - age,
        captured: { mode: 'DEMO', accountId: 'ABC12', credentialsVersion: 1 },
        alert: { action: 'BUY', market: 'LSE:AAA', price: '1', atr: [], id: null, firedAt: now } as never,
        outcome: null,
        waits: 0,
        ofMinute: 1,
      })
    const { body } = await admin.browser.call('getSystem', {})
    expect(body).toMatchObject({
      alerts: {
        open: 2,
        accounts: [{ userId: trader.id, email: trader.email, mode: 'DEMO', open: 2 }],
      },
      alarms: null,
      canary: { isWell: false, took: 12, problem: 'no answer' },
      allowances: [{ email: trader.email, accountId: 'ABC12', lastMinute: 7, closedUntil: null }],
    })
    expect((body as { alerts: { oldest: number } }).alerts.oldest).toBe(90)
    vi.useRealTimers()
  })
})
