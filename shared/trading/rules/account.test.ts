import { describe, expect, it } from 'vitest'
import type { TradingPause } from '../../settings/settings.schema.ts'
import { aSnapshot, now, someSettings, told } from '../../../infra/dev/testing/trading-values.ts'
import * as account from './account.ts'

const mode = told(account.mode, account.modeInWords)
const tradingNotPaused = told(account.tradingNotPaused, account.pauseInWords)
const exitsNotHeld = told(account.exitsNotHeld, account.pauseInWords)
const credentials = told(account.credentials, account.credentialsInWords)

describe('the mode rule', () => {
  it('passes if mode, account and credentials are the same as at acceptance', () => {
    expect(mode(aSnapshot())).toEqual({
      kind: 'passed',
      found: null,
      actual: 'DEMO',
      required: 'DEMO',
      sentence: 'you trade in DEMO, as when the alert was accepted',
    })
  })

  it('blocks an alert for a mode that the user has left', () => {
    expect(mode(aSnapshot({ settings: someSettings({ mode: 'LIVE' }) }))).toEqual({
      kind: 'refused',
      outcome: 'BLOCKED',
      actual: 'LIVE',
      required: 'DEMO',
      sentence: 'the alert is for DEMO, but you now trade in LIVE',
    })
  })

  it.each([{ isTimed: true }, { onlyDeal: 'D1' }, { onlyDeals: ['D1'] }])(
    'passes an alert of a timed rule or a limit (%o) in a mode that the user has left',
    (ofClock) => {
      const { alert } = aSnapshot()
      const snapshot = aSnapshot({
        alert: { ...alert, ...ofClock },
        settings: someSettings({ mode: 'LIVE' }),
      })
      expect(mode(snapshot)).toMatchObject({
        kind: 'passed',
        sentence: 'timed rules and limits apply in DEMO, whichever mode you trade in',
      })
    },
  )

  it('passes for an exit that has waited, even if the user has left the exit’s mode', () => {
    const waiting = aSnapshot({ settings: someSettings({ mode: 'LIVE' }), waitsSince: now })
    expect(mode(waiting)).toMatchObject({
      kind: 'passed',
      actual: 'DEMO',
      sentence: 'this exit has waited since you traded in DEMO',
    })
  })

  it('blocks an alert if its account was changed, removed or added after its acceptance', () => {
    expect(mode(aSnapshot({ settings: someSettings({ accountId: 'ZZ1AC' }) }))).toEqual({
      kind: 'refused',
      outcome: 'BLOCKED',
      actual: 'account ZZ1AC',
      required: 'account ZZ1AB',
      sentence: 'the DEMO account was changed after the alert was accepted',
    })
    expect(mode(aSnapshot({ settings: someSettings({ accountId: null }) }))).toMatchObject({
      outcome: 'BLOCKED',
      actual: 'account none',
    })
    const captured = { mode: 'DEMO', accountId: null, credentialsVersion: 3 } as const
    expect(mode(aSnapshot({ captured }))).toMatchObject({ outcome: 'BLOCKED', required: 'account none' })
  })

  it.each([2, 4])(
    'blocks an alert accepted under credentials 3 if they are at %i now',
    (credentialsVersion) => {
      expect(mode(aSnapshot({ settings: someSettings({ credentialsVersion }) }))).toEqual({
        kind: 'refused',
        outcome: 'BLOCKED',
        actual: `credentials ${credentialsVersion}`,
        required: 'credentials 3',
        sentence: 'the DEMO credentials were changed after the alert was accepted',
      })
    },
  )
})

describe('the rule that trading is not paused', () => {
  it('passes if trading is not paused', () => {
    expect(tradingNotPaused(aSnapshot())).toEqual({
      kind: 'passed',
      found: null,
      actual: 'not paused',
      required: 'not paused',
      sentence: 'trading is not paused',
    })
  })

  const pausedBy = (by: TradingPause['by'], reason = '21 orders in 60 s') =>
    aSnapshot({
      settings: someSettings({
        tradingPause: { by, at: '2026-09-07T11:05:00Z', reason },
      }),
    })

  it('refuses an entry while the user has paused trading, and names the time', () => {
    expect(tradingNotPaused(pausedBy('USER'))).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'paused since 2026-09-07T11:05:00Z',
      required: 'not paused',
      sentence: 'you paused trading at 2026-09-07T11:05:00Z',
    })
  })

  it('refuses an entry while the safety brake has paused trading, and names the reason', () => {
    expect(tradingNotPaused(pausedBy('BRAKE'))).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'paused by the safety brake since 2026-09-07T11:05:00Z',
      required: 'not paused',
      sentence: 'the safety brake paused trading at 2026-09-07T11:05:00Z: 21 orders in 60 s',
    })
  })

  it.each([
    ['', ''],
    ['maintenance', ': maintenance'],
  ])('refuses while an admin has paused for the reason “%s”', (reason, told) => {
    expect(tradingNotPaused(pausedBy('OPERATOR', reason))).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'paused by an admin since 2026-09-07T11:05:00Z',
      required: 'not paused',
      sentence: `an admin paused your trading at 2026-09-07T11:05:00Z${told}`,
    })
  })

  const stopped = aSnapshot({ settings: someSettings({ stoppedSince: '2026-09-07T11:05:00Z' }) })

  it('refuses an entry after the user has stopped everything', () => {
    expect(tradingNotPaused(stopped)).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'everything stopped since 2026-09-07T11:05:00Z',
      required: 'not paused',
      sentence: 'you stopped everything at 2026-09-07T11:05:00Z',
    })
  })

  it('holds an exit for up to a week after the user has stopped everything', () => {
    expect(exitsNotHeld(stopped)).toEqual({
      kind: 'refused',
      outcome: 'HELD',
      answerBy: now + 7 * 24 * 3_600_000,
      actual: 'everything stopped since 2026-09-07T11:05:00Z',
      required: 'exits are not held',
      sentence:
        'you stopped everything at 2026-09-07T11:05:00Z, so this was not carried out. You can carry it out once you resume trading',
    })
    expect(exitsNotHeld(aSnapshot())).toEqual({
      kind: 'passed',
      found: null,
      actual: 'exits are not held',
      required: 'exits are not held',
      sentence: 'you have not stopped everything',
    })
  })
})

describe('the credentials rule', () => {
  const required = 'API key, username, password and account ID'

  it('passes if no credential is missing', () => {
    expect(credentials(aSnapshot())).toEqual({
      kind: 'passed',
      found: null,
      actual: 'complete',
      required,
      sentence: 'your DEMO credentials are complete',
    })
  })

  it('names every missing credential as the settings screen does', () => {
    const missingCredentials = ['API key', 'username', 'password', 'account ID']
    expect(credentials(aSnapshot({ settings: someSettings({ missingCredentials }) }))).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'no API key, username, password and account ID',
      required,
      sentence: 'your DEMO settings have no API key, username, password and account ID',
    })
  })

  it('refuses an alert without an account ID, and names the account ID once', () => {
    expect(credentials(aSnapshot({ settings: someSettings({ accountId: null }) }))).toMatchObject({
      kind: 'refused',
      actual: 'no account ID',
    })
    const settings = someSettings({ accountId: null, missingCredentials: ['account ID'] })
    expect(credentials(aSnapshot({ settings }))).toMatchObject({ actual: 'no account ID' })
  })
})
