import { describe, expect, it } from 'vitest'
import { usualSettings } from '../book/settings.ts'
import { handClock } from '../testing/hand-clock.ts'
import { type Session, Sessions } from './sessions.ts'

const hour = 3_600_000

const house = (settings = usualSettings) => {
  const clock = handClock()
  let changes = 0
  const sessions = new Sessions(
    [],
    () => settings,
    clock.now,
    () => {
      changes += 1
    },
  )
  const reasonOf = (headers: Readonly<Record<string, string | undefined>>) => {
    try {
      return sessions.identify(headers).accountId
    } catch (error) {
      return (error as Error).message.replace('error.security.', '')
    }
  }
  return { clock, sessions, reasonOf, changes: () => changes }
}
const tokens = ({ cst, securityToken }: Session) => ({ cst, 'x-security-token': securityToken })
const bearer = ({ access }: Session, accountId?: string) => ({
  authorization: `Bearer ${access}`,
  'ig-account-id': accountId,
})

describe('logging in', () => {
  it('is possible with names that begin with paper, and selects the spread bet account', () => {
    const { sessions, reasonOf } = house()
    expect(reasonOf(tokens(sessions.logIn('paper-demo')))).toBe('PAPER-DEMO-SB')
    expect(() => sessions.logIn('somebody')).toThrow('error.security.invalid-details')
  })

  it('can return the tokens of a recent login, even if they are no longer valid', () => {
    const { sessions, clock, reasonOf } = house({ ...usualSettings, loginCacheMs: 60_000 })
    const first = sessions.logIn('paper-demo')
    sessions.end(first)
    clock.pass(59_999)
    expect(tokens(sessions.logIn('paper-demo'))).toEqual(tokens(first))
    expect(reasonOf(tokens(first))).toBe('client-token-invalid')
    clock.pass(1)
    expect(reasonOf(tokens(sessions.logIn('paper-demo')))).toBe('PAPER-DEMO-SB')
  })
})

describe('CST tokens', () => {
  it('expire 72 hours after login, even if they are in use', () => {
    const { sessions, clock, reasonOf } = house()
    const session = sessions.logIn('paper-demo')
    for (let passed = 0; passed < 66; passed += 5.5) {
      expect(reasonOf(tokens(session))).toBe('PAPER-DEMO-SB')
      clock.pass(5.5 * hour)
    }
    expect(reasonOf(tokens(session))).toBe('PAPER-DEMO-SB')
    clock.pass(6 * hour - 1)
    expect(reasonOf(tokens(session))).toBe('PAPER-DEMO-SB')
    clock.pass(1)
    expect(reasonOf(tokens(session))).toBe('client-token-invalid')
  })

  it('expire after six hours without use', () => {
    const { sessions, clock, reasonOf } = house()
    const session = sessions.logIn('paper-demo')
    clock.pass(6 * hour)
    expect(reasonOf(tokens(session))).toBe('client-token-invalid')
  })

  it('are refused with an error that names the missing or invalid token', () => {
    const { sessions, reasonOf } = house()
    const { cst, 'x-security-token': account } = tokens(sessions.logIn('paper-demo'))
    expect(reasonOf({})).toBe('client-token-missing')
    expect(reasonOf({ cst: 'x', 'x-security-token': account })).toBe('client-token-invalid')
    expect(reasonOf({ cst })).toBe('account-token-missing')
    expect(reasonOf({ cst, 'x-security-token': 'x' })).toBe('account-token-invalid')
  })

  it('remain valid if the user logs in again, until all sessions are ended', () => {
    const { sessions, reasonOf } = house()
    const both = [sessions.logIn('paper-demo'), sessions.logIn('paper-demo')].map(tokens)
    expect(both.map(reasonOf)).toEqual(['PAPER-DEMO-SB', 'PAPER-DEMO-SB'])
    sessions.endAll()
    expect(both.map(reasonOf)).toEqual(['client-token-invalid', 'client-token-invalid'])
  })
})

describe('switching the account', () => {
  it('replaces the account token and makes the old one invalid', () => {
    const { sessions, reasonOf } = house()
    const session = sessions.logIn('paper-demo')
    const before = tokens(session)
    sessions.switchAccount(session, 'PAPER-DEMO-CFD')
    expect(reasonOf(before)).toBe('account-token-invalid')
    expect(reasonOf(tokens(session))).toBe('PAPER-DEMO-CFD')
  })

  it.each([
    ['PAPER-DEMO-SB', 412, 'error.switch.accountId-must-be-different'],
    ['PAPER-LIVE-SB', 401, 'error.client.account.switch.account-access-denied'],
  ])('to %s fails with %d %s', (accountId, status, message) => {
    const { sessions } = house()
    const session = sessions.logIn('paper-demo')
    expect(() => sessions.switchAccount(session, accountId)).toThrow(
      expect.objectContaining({ status, message }),
    )
  })
})

describe('an OAuth session', () => {
  it('accepts only its own accounts, and uses the spread bet account by default', () => {
    const { sessions, reasonOf } = house()
    const session = sessions.logIn('paper-demo')
    expect(reasonOf(bearer(session))).toBe('PAPER-DEMO-SB')
    expect(reasonOf(bearer(session, 'PAPER-DEMO-CFD'))).toBe('PAPER-DEMO-CFD')
    expect(reasonOf(bearer(session, 'PAPER-LIVE-SB'))).toBe('account-access-denied')
  })

  it('is valid for one minute, and can be refreshed for ten minutes, which replaces both tokens', () => {
    const { sessions, clock, reasonOf } = house()
    const session = sessions.logIn('paper-demo')
    const before = { ...session }
    clock.pass(60_000)
    expect(reasonOf(bearer(session))).toBe('oauth-token-invalid')
    sessions.refresh(session.refresh)
    expect(reasonOf(bearer(session))).toBe('PAPER-DEMO-SB')
    expect(reasonOf(bearer(before))).toBe('oauth-token-invalid')
    expect(() => sessions.refresh(before.refresh)).toThrow('error.security.oauth-token-invalid')
    clock.pass(600_000)
    expect(() => sessions.refresh(session.refresh)).toThrow('error.security.oauth-token-invalid')
  })
})

describe('the list of sessions', () => {
  it('reports every change that must survive a restart', () => {
    const { sessions, changes } = house()
    const session = sessions.logIn('paper-demo')
    sessions.switchAccount(session, 'PAPER-DEMO-CFD')
    sessions.refresh(session.refresh)
    sessions.end(session)
    expect(changes()).toBe(4)
  })
})
