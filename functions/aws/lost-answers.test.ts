import { beforeAll, expect, test, vi } from 'vitest'
import { sendingTwice } from '../../infra/dev/testing/sending-twice.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import { putRecoveryHashes, takeRecoveryHash } from '../accounts/factor-store.ts'
import { issueTicket, makeResetToken, useResetToken, useTicket } from '../accounts/once-tokens.ts'
import { listLogs } from '../logs/log-store.ts'
import { appendLog } from '../logs/write-log.ts'
import { notificationStore } from '../notifications/notification-store.ts'
import { beginSaving, finishSaving } from '../settings/save-in-steps.ts'
import { getUserSettings, saveSettings } from '../settings/settings-store.ts'

useEmbeddedDynamoDb()

const now = Date.UTC(2026, 10, 26, 12)
// The clock is set to the time of the entries, because the log shows no old entries.
beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
const user = 'ann'

/** Calls that must take effect only once. */
const once: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  'a login’s ticket': async () => {
    const ticket = await issueTicket(user, now)
    return () => useTicket(user, ticket)
  },
  'a reset link': async () => {
    const token = await makeResetToken(user, now)
    return async () => (await useResetToken(token, now)) !== null
  },
  'a recovery code': async () => {
    await putRecoveryHashes(user, ['one', 'two'])
    return () => takeRecoveryHash(user, 'one')
  },
  'the start of a delivery': () =>
    Promise.resolve(() =>
      notificationStore.beginSending(user, 'mail', { ids: ['a'], until: now + 60_000, repeated: 0 }, now),
    ),
  'the end of a save': async () => {
    const incomplete = { accountId: null, version: 1, missing: ['API key'] }
    await saveSettings({
      userId: user,
      version: 1,
      mode: 'DEMO',
      rules: defaultTradingRules,
      tradingPause: null,
      credentials: { DEMO: incomplete, LIVE: incomplete },
    })
    await beginSaving(user, 'saver', now)
    const settings = await getUserSettings(user)
    return () => finishSaving(settings as NonNullable<typeof settings>, 'saver')
  },
}

test.each(Object.keys(once))(
  '%s takes effect once if its response is lost and the SDK retries',
  async (what) => {
    const use = await (once[what] as (typeof once)[string])()
    expect(await sendingTwice(use)).toBe(true)
    expect(await use()).toBe(false)
  },
)

test('a log entry without a key is logged once if its response is lost and the SDK retries', async () => {
  const line = { userId: user, mode: 'DEMO', type: 'ERROR', message: 'Said once', at: now } as const
  await sendingTwice(() => appendLog([line]))
  const { results } = await listLogs(user, { type: 'ALL' }, 0, 10)
  expect(results.map(({ message }) => message)).toEqual(['Said once'])
})
