import { describe, expect, it } from 'vitest'
import type { AccountState } from '../model/snapshot.ts'
import {
  aPosition,
  aSnapshot,
  aWorkingOrder,
  anAccount,
  anInstrument,
  anOrderOnItsWay,
  epic,
  someSettings,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import * as positions from './positions.ts'

const duplicate = told(positions.duplicate, positions.duplicateInWords)
const oppositePosition = told(positions.oppositePosition, positions.oppositePositionInWords)
const openPositions = told(positions.openPositions, positions.openPositionsInWords)
const positionsAndOrders = told(positions.positionsAndOrders, positions.positionsAndOrdersInWords)

const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

describe('the duplicate rule', () => {
  const judged = (account?: Partial<AccountState>, preventDuplicatePositionsForInstrument = true) =>
    duplicate(
      aSnapshot({
        account: account && anAccount(account),
        settings: someSettings({ preventDuplicatePositionsForInstrument }),
      }),
      anInstrument(),
      'BUY',
    )
  const required = 'nothing open on NASDAQ:AAPL'

  it('passes if everything open is on other epics', () => {
    const others = {
      positions: [aPosition()],
      workingOrders: [aWorkingOrder()],
      inFlightOrders: [anOrderOnItsWay()],
    }
    expect(judged(others)).toEqual({
      kind: 'passed',
      found: null,
      actual: 'nothing',
      required,
      sentence: 'nothing is open on NASDAQ:AAPL',
    })
  })

  it.each<[Partial<AccountState>, string, string]>([
    [{ positions: [aPosition({ epic })] }, '1 position', '1 position already open'],
    [{ workingOrders: [aWorkingOrder({ epic })] }, '1 working order', '1 working order already open'],
    [{ inFlightOrders: [anOrderOnItsWay({ epic })] }, '1 order being placed', '1 order being placed'],
    [
      { inFlightOrders: [anOrderOnItsWay({ epic, confirmedAs: 'position' })] },
      '1 position',
      '1 position already open',
    ],
    [
      { inFlightOrders: [anOrderOnItsWay({ epic, confirmedAs: 'working order' })] },
      '1 working order',
      '1 working order already open',
    ],
    [
      {
        positions: times(2, aPosition({ epic })),
        workingOrders: times(3, aWorkingOrder({ epic })),
        inFlightOrders: times(2, anOrderOnItsWay({ epic })),
      },
      '2 positions, 3 working orders and 2 orders being placed',
      '2 positions and 3 working orders already open and 2 orders being placed',
    ],
  ])('refuses a second position: %#', (account, actual, already) => {
    expect(judged(account)).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual,
      required,
      sentence: `${already} on NASDAQ:AAPL`,
    })
  })

  it('explains how to close an open position in the opposite direction', () => {
    const account = anAccount({ positions: [aPosition({ epic, direction: 'SELL', size: '2' })] })
    expect(duplicate(aSnapshot({ account }), anInstrument(), 'BUY')).toMatchObject({
      sentence: '1 position already open on NASDAQ:AAPL. You hold a SELL of 2. To close it, send CLOSE',
    })
  })

  it.each([true, false])('always needs the account’s deals (duplicates prevented: %s)', (prevented) => {
    expect(judged(undefined, prevented)).toEqual({ kind: 'unread', needs: 'account' })
  })

  it('passes and reports what is open if duplicates are allowed', () => {
    expect(judged({ positions: [aPosition({ epic })] }, false)).toEqual({
      kind: 'passed',
      found: null,
      actual: '1 position',
      required: 'none; duplicates are allowed',
      sentence: '1 position already open on NASDAQ:AAPL; you allow duplicates',
    })
    expect(judged({}, false)).toMatchObject({
      kind: 'passed',
      actual: 'nothing',
      required: 'none; duplicates are allowed',
    })
  })
})

describe('the opposite position rule', () => {
  const judged = (account?: Partial<AccountState>, allowHedging = false, action: 'BUY' | 'SELL' = 'SELL') =>
    oppositePosition(
      aSnapshot({
        account: account && anAccount(account),
        settings: someSettings({ allowHedging }),
      }),
      anInstrument(),
      action,
    )
  const held = { positions: [aPosition({ epic, size: '23.14' })] }

  it('refuses a SELL that reports no strategy position while a BUY is open, and explains how to close the BUY', () => {
    expect(judged(held)).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'a BUY of 23.14',
      required: 'none against a SELL',
      sentence:
        'you hold a BUY of 23.14. To close it, send CLOSE or use the strategy template. To hold both, allow hedging in your trading rules',
    })
  })

  it('refuses an alert in the opposite direction to an order in flight, which may already be a position', () => {
    expect(judged({ inFlightOrders: [anOrderOnItsWay({ epic })] })).toMatchObject({
      kind: 'refused',
      actual: 'a BUY that is being placed',
    })
    const confirmed = anOrderOnItsWay({ epic, confirmedAs: 'position' })
    expect(judged({ inFlightOrders: [confirmed] })).toMatchObject({
      kind: 'refused',
      actual: 'a BUY that was just placed',
    })
  })

  it.each<[string, Partial<AccountState>]>([
    ['the same direction', { positions: [aPosition({ epic, direction: 'SELL' })] }],
    ['another epic', { positions: [aPosition()] }],
    ['a working order', { workingOrders: [aWorkingOrder({ epic })] }],
    [
      'a confirmed working order',
      { inFlightOrders: [anOrderOnItsWay({ epic, confirmedAs: 'working order' })] },
    ],
  ])('passes next to %s', (_, account) => {
    expect(judged(account)).toMatchObject({
      kind: 'passed',
      actual: 'none',
      sentence: 'no position is open against a SELL',
    })
  })

  it('passes for a user who allows hedging', () => {
    expect(judged(held, true)).toEqual({
      kind: 'passed',
      found: null,
      actual: 'a BUY of 23.14',
      required: 'none; hedging is allowed',
      sentence: 'you hold a BUY of 23.14, and you allow hedging',
    })
  })

  it('needs the account’s deals', () => {
    expect(judged(undefined)).toEqual({ kind: 'unread', needs: 'account' })
  })
})

describe('the open positions rule', () => {
  const judged = (account?: Partial<AccountState>, change = {}) =>
    openPositions(
      aSnapshot({
        account: account && anAccount(account),
        settings: someSettings({ maximumOpenPositions: 3, ...change }),
      }),
    )

  it('passes below the limit', () => {
    expect(judged({ positions: times(2, aPosition()) })).toEqual({
      kind: 'passed',
      found: null,
      actual: '2 positions open',
      required: 'fewer than 3',
      sentence: '2 positions open; your limit is 3',
    })
  })

  it.each([3, 4])('refuses an entry if %i positions are open and the limit is 3', (count) => {
    expect(judged({ positions: times(count, aPosition()) })).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: `${count} positions open`,
      required: 'fewer than 3',
      sentence: `${count} positions open; your limit is 3`,
    })
  })

  it('counts orders in flight, but not working orders', () => {
    const positions = [aPosition()]
    expect(judged({ positions, inFlightOrders: times(1, anOrderOnItsWay()) }).kind).toBe('passed')
    expect(judged({ positions, inFlightOrders: times(2, anOrderOnItsWay()) }).kind).toBe('refused')
    expect(judged({ positions, workingOrders: times(5, aWorkingOrder()) })).toMatchObject({
      kind: 'passed',
      actual: '1 position open',
    })
  })

  it('counts our own order as a position until it is confirmed as a working order', () => {
    const confirmed = anOrderOnItsWay({ confirmedAs: 'working order' })
    expect(judged({ positions: times(2, aPosition()), inFlightOrders: [confirmed] })).toMatchObject({
      kind: 'passed',
      actual: '2 positions open',
    })
    const sent = anOrderOnItsWay()
    expect(judged({ positions: times(2, aPosition()), inFlightOrders: [sent] })).toMatchObject({
      kind: 'refused',
      actual: '2 positions open and 1 order being placed',
    })
  })

  it('passes and reports no open positions if none is open', () => {
    expect(judged({})).toMatchObject({ kind: 'passed', actual: 'no open positions' })
  })

  it('refuses every entry under a limit of 0', () => {
    expect(judged({}, { maximumOpenPositions: 0 }).kind).toBe('refused')
  })

  it('needs the account’s deals, with or without a limit', () => {
    expect(judged(undefined)).toEqual({ kind: 'unread', needs: 'account' })
    expect(judged(undefined, { enforceMaximumOpenPositions: false })).toMatchObject({ kind: 'unread' })
  })

  it('counts positions and refuses nothing if there is no limit', () => {
    expect(judged({ positions: times(9, aPosition()) }, { enforceMaximumOpenPositions: false })).toEqual({
      kind: 'passed',
      found: null,
      actual: '9 positions open',
      required: 'no limit',
      sentence: '9 positions open, and you set no limit',
    })
  })
})

describe('the positions and orders rule', () => {
  const judged = (account?: Partial<AccountState>, change = {}) =>
    positionsAndOrders(
      aSnapshot({
        account: account && anAccount(account),
        settings: someSettings({ maximumOpenPositionsAndPendingOrders: 3, ...change }),
      }),
    )
  const one = { positions: [aPosition()], inFlightOrders: [anOrderOnItsWay()] }

  it('passes below the limit', () => {
    expect(judged({ ...one, workingOrders: [] })).toMatchObject({ kind: 'passed', required: 'fewer than 3' })
  })

  it.each([1, 2])('refuses an entry if two positions and %i working orders reach the limit of 3', (count) => {
    expect(judged({ ...one, workingOrders: times(count, aWorkingOrder()) })).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: `1 position, ${count} working ${count === 1 ? 'order' : 'orders'} and 1 order being placed`,
      required: 'fewer than 3',
      sentence: `1 position, ${count} working ${count === 1 ? 'order' : 'orders'} and 1 order being placed; your limit is 3`,
    })
  })

  it('needs the account’s deals, and refuses nothing if there is no limit', () => {
    expect(judged(undefined)).toEqual({ kind: 'unread', needs: 'account' })
    const unlimited = { enforceMaximumOpenPositionsAndPendingOrders: false }
    expect(judged(undefined, unlimited).kind).toBe('unread')
    expect(judged({ positions: times(9, aPosition()) }, unlimited).kind).toBe('passed')
  })
})
