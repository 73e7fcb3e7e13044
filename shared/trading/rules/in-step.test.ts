import { describe, expect, it } from 'vitest'
import {
  aPosition,
  aSnapshot,
  aWorkingOrder,
  anAccount,
  anAlert,
  anInstrument,
  anOrderOnItsWay,
  epic,
  now,
  someSettings,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import { actionOf, positionChange, type StrategyPosition } from '../../alerts/position-change.ts'
import { defaultStrategyRules, type OutOfStep } from '../../strategies/strategy-rules.ts'
import type { AccountState, FollowedPosition, Snapshot } from '../model/snapshot.ts'
import * as rule from './in-step.ts'

const inStep = told(rule.inStep, rule.inStepInWords)

const long = aPosition({ epic, strategy: 'orb', direction: 'BUY' })
const short = aPosition({ epic, strategy: 'orb', direction: 'SELL' })

type Case = {
  readonly from: StrategyPosition
  readonly to: StrategyPosition
  readonly sizes?: readonly [string, string]
  readonly held?: Partial<AccountState>
  readonly policy?: OutOfStep
  readonly followed?: Partial<FollowedPosition>
  readonly change?: Partial<Snapshot>
}

const judged = ({ from, to, sizes, held = {}, policy = 'WARN', followed, change: more = {} }: Case) => {
  const [sizeBefore, sizeAfter] = sizes ?? [null, null]
  const change = positionChange({ from, to, sizeBefore, sizeAfter }, null)
  if (!change) throw new Error('no change')
  return inStep(
    aSnapshot({
      alert: anAlert({ action: actionOf(change), change, strategy: 'orb', firedAt: now, percent: '50' }),
      account: anAccount(held),
      settings: someSettings({ strategies: { orb: { ...defaultStrategyRules, outOfStep: policy } } }),
      ...(followed
        ? { followed: { position: from, size: null, at: now - 60_000, firedAt: null, ...followed } }
        : {}),
      ...more,
    }),
    anInstrument(),
    change,
  )
}

const found = (given: Case) => {
  const verdict = judged(given)
  return verdict.kind === 'passed' ? verdict.found : verdict.kind
}

const enters = (direction: 'BUY' | 'SELL', closeFirst = false) => ({ kind: 'enter', direction, closeFirst })

describe('the sync rule', () => {
  it.each<[string, Case, object]>([
    ['an entry', { from: 'flat', to: 'long' }, enters('BUY')],
    ['an exit', { from: 'long', to: 'flat', held: { positions: [long] } }, { kind: 'close', only: null }],
    ['a reversal', { from: 'long', to: 'short', held: { positions: [long] } }, enters('SELL', true)],
    [
      'a reversal whose first part is over',
      { from: 'long', to: 'short', change: { closedLeg: { direction: 'SELL', dealIds: ['A'] } } },
      enters('SELL'),
    ],
    [
      'an addition',
      { from: 'long', to: 'long', sizes: ['1', '2'], held: { positions: [long] } },
      enters('BUY'),
    ],
    [
      'a part',
      { from: 'long', to: 'long', sizes: ['2', '1'], held: { positions: [long] } },
      { kind: 'reduce', percent: '50' },
    ],
  ])('passes if both sides agree on: %s', (_, given, meaning) => {
    expect(judged(given)).toMatchObject({
      kind: 'passed',
      found: meaning,
      required: 'the same on both sides',
    })
  })

  it('counts orders in flight, but no deals of other strategies', () => {
    const others = { positions: [aPosition({ epic }), { ...short, strategy: 'other' }] }
    expect(judged({ from: 'flat', to: 'long', held: others })).toMatchObject({
      actual: 'TradingView: flat, IG: flat',
    })
    for (const held of [
      { inFlightOrders: [anOrderOnItsWay({ epic, strategy: 'orb', direction: 'BUY' })] },
      { workingOrders: [aWorkingOrder({ epic, strategy: 'orb', direction: 'BUY' })] },
    ])
      expect(judged({ from: 'long', to: 'flat', held })).toMatchObject({
        actual: 'TradingView: long, IG: long',
      })
  })

  it('names both positions, and since when they differ', () => {
    const followed = { position: 'flat', at: now - 3_600_000 } as const
    expect(judged({ from: 'long', to: 'long', sizes: ['1', '2'], followed })).toMatchObject({
      kind: 'passed',
      actual: 'TradingView: long 1, IG: flat',
      sentence:
        'out of sync: TradingView had long 1 before this alert, IG has nothing; last in sync at 2026-09-07T12:31:10Z (flat)',
    })
  })

  it('detects from the sizes that an alert was lost', () => {
    const held = { positions: [long] }
    const lost = { from: 'long', to: 'long', sizes: ['2', '3'], held, followed: { size: '1' } } as const
    expect(judged(lost)).toMatchObject({ sentence: expect.stringMatching(/^out of sync/) as string })
    expect(judged({ ...lost, followed: { size: '2' } })).toMatchObject({
      sentence: 'TradingView and IG agree: long 2',
    })
  })

  it.each<[Case, object | string]>([
    [{ from: 'long', to: 'long', sizes: ['1', '2'] }, 'refused'],
    [{ from: 'long', to: 'short' }, 'refused'],
    [
      { from: 'long', to: 'flat', held: { positions: [short] } },
      // The alert closes everything that the strategy owns, in either direction.
      { kind: 'close', only: null },
    ],
    [
      { from: 'long', to: 'long', sizes: ['2', '1'] },
      { kind: 'reduce', percent: '50' },
    ],
  ])('refuses entries out of sync if the user set that, and never an exit: %#', (given, expected) => {
    expect(found({ ...given, policy: 'REFUSE' })).toEqual(expected)
  })

  it.each<[string, Case, object | string]>([
    ['a missed entry', { from: 'long', to: 'long', sizes: ['1', '2'] }, enters('BUY')],
    ['a missed exit', { from: 'flat', to: 'short', held: { positions: [long] } }, enters('SELL', true)],
    [
      'a missed reversal',
      { from: 'short', to: 'flat', held: { positions: [long] } },
      { kind: 'close', only: null },
    ],
    [
      'a missed part',
      { from: 'long', to: 'long', sizes: ['1', '2'], held: { positions: [long] }, followed: { size: '4' } },
      { kind: 'reduce', percent: '50' },
    ],
    [
      'a missed part, made up for by the next addition',
      { from: 'long', to: 'long', sizes: ['1', '2'], held: { positions: [long] }, followed: { size: '2' } },
      'refused',
    ],
    [
      'a missed addition',
      { from: 'long', to: 'long', sizes: ['2', '3'], held: { positions: [long] }, followed: { size: '1' } },
      enters('BUY'),
    ],
    [
      'a missed addition before a part',
      { from: 'long', to: 'long', sizes: ['4', '3'], held: { positions: [long] }, followed: { size: '4' } },
      { kind: 'reduce', percent: '25' },
    ],
  ])('follows to the strategy’s current position: %s', (_, given, expected) => {
    expect(found({ ...given, policy: 'FOLLOW' })).toEqual(expected)
  })

  const alongside = (sameTime: Partial<NonNullable<Snapshot['sameTime']>>) => ({
    change: { sameTime: { end: null, isPath: false, entered: [], opened: [], reentered: [], ...sameTime } },
  })

  it.each<[string, Case, object | string]>([
    [
      'an exit leaves alone what an entry to the other side opened at its time',
      {
        from: 'long',
        to: 'flat',
        held: { positions: [short] },
        ...alongside({ end: 'short', isPath: true }),
      },
      { kind: 'close', only: 'BUY' },
    ],
    [
      'an exit closes everything if its strategy ends flat',
      { from: 'long', to: 'flat', held: { positions: [short] }, ...alongside({ end: 'flat', isPath: true }) },
      { kind: 'close', only: null },
    ],
    [
      'an exit leaves what its strategy entered again on the same side',
      { from: 'long', to: 'flat', ...alongside({ end: 'long', isPath: true, reentered: ['A'] }) },
      { kind: 'close', only: 'BUY', keeps: ['A'] },
    ],
    [
      'an exit leaves what was opened at the same time if it is not known where its strategy is',
      { from: 'long', to: 'flat', ...alongside({ opened: ['A'] }) },
      { kind: 'close', only: null, keeps: ['A'], isUnclear: true },
    ],
    [
      'an entry that its strategy has left again opens nothing',
      { from: 'flat', to: 'long', ...alongside({ end: 'flat', isPath: true }) },
      'refused',
    ],
    [
      'an entry opens nothing if alerts of its time don’t fit together',
      { from: 'flat', to: 'long', ...alongside({}) },
      'refused',
    ],
    [
      'an entry opens nothing if an alert before its time was lost',
      { from: 'flat', to: 'long', ...alongside({ end: 'long' }) },
      'refused',
    ],
    [
      'an entry where its strategy ends opens',
      { from: 'flat', to: 'long', ...alongside({ end: 'long', isPath: true }) },
      enters('BUY'),
    ],
    [
      'a part of a position that was entered at the same time is not closed',
      {
        from: 'long',
        to: 'long',
        sizes: ['2', '1'],
        ...alongside({ end: 'long', isPath: true, entered: ['long'] }),
      },
      'refused',
    ],
  ])('combines alerts of one time: %s', (_, given, expected) => {
    expect(found({ ...given, policy: 'FOLLOW' })).toEqual(expected)
  })

  const agreed = 'the same on both sides'
  const overtaken = { closedLeg: { direction: 'SELL', dealIds: ['A'] }, isOvertaken: true } as const
  const missed = { from: 'long', to: 'long', sizes: ['1', '2'] } as const
  const before = 'out of sync: TradingView had long 1 before this alert, IG has'

  it.each<[Case, string, string]>([
    [
      { from: 'long', to: 'short', change: { closedLeg: overtaken.closedLeg } },
      'the strategy’s opposite position is closed',
      agreed,
    ],
    [
      { from: 'long', to: 'short', change: overtaken },
      'a later alert from the strategy arrived before this one could open in the opposite direction',
      agreed,
    ],
    [
      { ...missed, policy: 'REFUSE' },
      `${before} nothing. Your rules refuse entries while they disagree`,
      agreed,
    ],
    [{ ...missed, policy: 'FOLLOW' }, `${before} nothing; matching the strategy: long 2`, agreed],
    [
      { ...missed, policy: 'FOLLOW', held: { positions: [long] }, followed: { size: '2' } },
      `${before} 1 position; last in sync at 2026-09-07T13:30:10Z (long); matching the strategy: long 2, which IG already holds`,
      agreed,
    ],
    [
      { from: 'flat', to: 'long', ...alongside({ end: 'flat', isPath: true }) },
      'the strategy’s other alerts of the same time lead to flat, so this entry is already over',
      'alerts of one time that lead to long',
    ],
    [
      { from: 'flat', to: 'long', ...alongside({}) },
      'the strategy’s alerts of the same time don’t fit together, so it’s not known where it is now. An alert may be missing. Nothing is opened: check the strategy’s position in TradingView',
      'alerts of one time that lead from one position to the next',
    ],
    [
      { from: 'long', to: 'long', sizes: ['2', '1'], ...alongside({ entered: ['long'] }) },
      'the strategy also entered at the same time, so it’s not known which position this reduces. Nothing is closed: check the strategy’s position in TradingView',
      agreed,
    ],
  ])('explains its result: %#', (given, sentence, required) => {
    expect(judged(given)).toMatchObject({ sentence, required })
  })

  it('asks for the account if it was not read, and for a newly read account if the alert closes the position', () => {
    const change = { account: undefined, isAccountFresh: false }
    expect(judged({ from: 'flat', to: 'long', change })).toEqual({ kind: 'unread', needs: 'account' })
    expect(judged({ from: 'long', to: 'flat', change })).toEqual({ kind: 'unread', needs: 'freshAccount' })
  })
})
