import { describe, expect, it } from 'vitest'
import type { AccountState } from '../snapshot.ts'
import {
  aPosition,
  aSnapshot,
  aWorkingOrder,
  anAccount,
  anAlert,
  anInstrument,
  anOrderOnItsWay,
  epic,
  someSettings,
} from '../../../infra/dev/testing/trading-values.ts'
import {
  duplicate,
  openPositions,
  oppositePosition,
  positionsAndOrders,
  somethingToClose,
} from './positions.ts'

const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

describe('duplicate', () => {
  const judged = (account?: Partial<AccountState>, preventDuplicatePositionsForInstrument = true) =>
    duplicate(
      aSnapshot({
        account: account && anAccount(account),
        settings: someSettings({ preventDuplicatePositionsForInstrument }),
      }),
      anInstrument(),
    )
  const limit = `nothing open on ${epic}`

  it('passes while everything open is on other epics', () => {
    const others = {
      positions: [aPosition()],
      workingOrders: [aWorkingOrder()],
      ordersOnTheirWay: [anOrderOnItsWay()],
    }
    expect(judged(others)).toEqual({
      kind: 'passed',
      found: null,
      saw: 'nothing',
      limit,
      sentence: 'nothing is open on NASDAQ:AAPL',
    })
  })

  it.each<[Partial<AccountState>, string]>([
    [{ positions: [aPosition({ epic })] }, '1 position'],
    [{ workingOrders: [aWorkingOrder({ epic })] }, '1 working order'],
    [{ ordersOnTheirWay: [anOrderOnItsWay({ epic })] }, '1 order on the way'],
    [
      {
        positions: times(2, aPosition({ epic })),
        workingOrders: times(3, aWorkingOrder({ epic })),
        ordersOnTheirWay: times(2, anOrderOnItsWay({ epic })),
      },
      '2 positions, 3 working orders and 2 orders on the way',
    ],
  ])('refuses a second one: %#', (account, saw) => {
    expect(judged(account)).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      saw,
      limit,
      sentence: `${saw} on NASDAQ:AAPL already`,
    })
  })

  it('says how to leave a position that the alert is against', () => {
    const account = anAccount({ positions: [aPosition({ epic, direction: 'SELL', size: '2' })] })
    expect(duplicate(aSnapshot({ account }), anInstrument())).toMatchObject({
      sentence: '1 position on NASDAQ:AAPL already: you hold a SELL of 2; to leave it send CLOSE',
    })
  })

  it.each([true, false])('asks for the account (prevented: %s)', (prevented) => {
    expect(judged(undefined, prevented)).toEqual({ kind: 'unread', needs: 'account' })
  })

  it('only says what is open where duplicates are allowed', () => {
    expect(judged({ positions: [aPosition({ epic })] }, false)).toEqual({
      kind: 'passed',
      found: null,
      saw: '1 position',
      limit: 'none',
      sentence: '1 position on NASDAQ:AAPL already, and you allow duplicates',
    })
    expect(judged({}, false)).toMatchObject({ kind: 'passed', saw: 'nothing', limit: 'none' })
  })
})

describe('opposite position', () => {
  const judged = (account?: Partial<AccountState>, allowHedging = false, action: 'BUY' | 'SELL' = 'SELL') =>
    oppositePosition(
      aSnapshot({
        alert: anAlert({ action }),
        account: account && anAccount(account),
        settings: someSettings({ allowHedging }),
      }),
      anInstrument(),
    )
  const held = { positions: [aPosition({ epic, size: '23.14' })] }

  it('refuses a bare SELL against a BUY that is held, and says how to leave it', () => {
    expect(judged(held)).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      saw: 'a BUY of 23.14',
      limit: 'none against a SELL',
      sentence:
        'you hold a BUY of 23.14; to leave it send CLOSE, or allow hedging in the trading rules to hold both',
    })
  })

  it('refuses against an order on its way that may be a position already', () => {
    expect(judged({ ordersOnTheirWay: [anOrderOnItsWay({ epic })] })).toMatchObject({
      kind: 'refused',
      saw: 'a BUY that is on its way',
    })
  })

  it.each<[string, Partial<AccountState>]>([
    ['the same direction', { positions: [aPosition({ epic, direction: 'SELL' })] }],
    ['another epic', { positions: [aPosition()] }],
    ['a working order', { workingOrders: [aWorkingOrder({ epic })] }],
    ['a confirmed working order', { ordersOnTheirWay: [anOrderOnItsWay({ epic, isWorkingOrder: true })] }],
    [
      'an order of which the direction is not known',
      { ordersOnTheirWay: [anOrderOnItsWay({ epic, direction: null })] },
    ],
  ])('passes beside %s', (_, account) => {
    expect(judged(account)).toMatchObject({ kind: 'passed', saw: 'none' })
  })

  it('passes for a user who allows hedging', () => {
    expect(judged(held, true)).toEqual({
      kind: 'passed',
      found: null,
      saw: 'a BUY of 23.14',
      limit: 'none',
      sentence: 'you hold a BUY of 23.14, and you allow hedging',
    })
  })

  it('asks for the account', () => {
    expect(judged(undefined)).toEqual({ kind: 'unread', needs: 'account' })
  })
})

describe('open positions', () => {
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
      saw: '2 positions open',
      limit: 'fewer than 3',
      sentence: '2 positions open, your limit is 3',
    })
  })

  it.each([3, 4])('refuses at %i of 3', (count) => {
    expect(judged({ positions: times(count, aPosition()) })).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      saw: `${count} positions open`,
      limit: 'fewer than 3',
      sentence: `${count} positions open, your limit is 3`,
    })
  })

  it('counts orders on their way, not working orders', () => {
    const positions = [aPosition()]
    expect(judged({ positions, ordersOnTheirWay: times(1, anOrderOnItsWay()) }).kind).toBe('passed')
    expect(judged({ positions, ordersOnTheirWay: times(2, anOrderOnItsWay()) }).kind).toBe('refused')
    expect(judged({ positions, workingOrders: times(5, aWorkingOrder()) })).toMatchObject({
      kind: 'passed',
      saw: '1 position open',
    })
  })

  it('counts an order of ours as a position until it is confirmed as a working order', () => {
    const confirmed = anOrderOnItsWay({ isWorkingOrder: true })
    expect(judged({ positions: times(2, aPosition()), ordersOnTheirWay: [confirmed] })).toMatchObject({
      kind: 'passed',
      saw: '2 positions open',
    })
    const sent = anOrderOnItsWay()
    expect(judged({ positions: times(2, aPosition()), ordersOnTheirWay: [sent] })).toMatchObject({
      kind: 'refused',
      saw: '2 positions open and 1 order on the way',
    })
  })

  it('says so where nothing is open', () => {
    expect(judged({})).toMatchObject({ kind: 'passed', saw: 'no positions open' })
  })

  it('refuses everything under a limit of 0', () => {
    expect(judged({}, { maximumOpenPositions: 0 }).kind).toBe('refused')
  })

  it('asks for the account, enforced or not', () => {
    expect(judged(undefined)).toEqual({ kind: 'unread', needs: 'account' })
    expect(judged(undefined, { enforceMaximumOpenPositions: false })).toMatchObject({ kind: 'unread' })
  })

  it('only counts where no limit is enforced', () => {
    expect(judged({ positions: times(9, aPosition()) }, { enforceMaximumOpenPositions: false })).toEqual({
      kind: 'passed',
      found: null,
      saw: '9 positions open',
      limit: 'none',
      sentence: '9 positions open, and you set no limit',
    })
  })
})

describe('positions and orders', () => {
  const judged = (account?: Partial<AccountState>, change = {}) =>
    positionsAndOrders(
      aSnapshot({
        account: account && anAccount(account),
        settings: someSettings({ maximumOpenPositionsAndPendingOrders: 3, ...change }),
      }),
    )
  const one = { positions: [aPosition()], ordersOnTheirWay: [anOrderOnItsWay()] }

  it('passes below the limit', () => {
    expect(judged({ ...one, workingOrders: [] })).toMatchObject({ kind: 'passed', limit: 'fewer than 3' })
  })

  it.each([1, 2])('refuses with two and %i working orders under a limit of 3', (count) => {
    expect(judged({ ...one, workingOrders: times(count, aWorkingOrder()) })).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      saw: `1 position, ${count} working ${count === 1 ? 'order' : 'orders'} and 1 order on the way`,
      limit: 'fewer than 3',
      sentence: `1 position, ${count} working ${count === 1 ? 'order' : 'orders'} and 1 order on the way, your limit is 3`,
    })
  })

  it('asks for the account, and refuses nothing where no limit is enforced', () => {
    expect(judged(undefined)).toEqual({ kind: 'unread', needs: 'account' })
    const unlimited = { enforceMaximumOpenPositionsAndPendingOrders: false }
    expect(judged(undefined, unlimited).kind).toBe('unread')
    expect(judged({ positions: times(9, aPosition()) }, unlimited).kind).toBe('passed')
  })
})

describe('something to close', () => {
  const judged = (account?: Partial<AccountState>) =>
    somethingToClose(
      aSnapshot({ alert: anAlert({ action: 'CLOSE' }), account: account && anAccount(account) }),
      anInstrument(),
    )
  const limit = 'at least 1 to close'

  it('hands on every position and working order on the epic, and how many orders are on their way, and no other', () => {
    const positions = [aPosition({ epic, dealId: 'A' }), aPosition({ epic, dealId: 'B' })]
    const workingOrders = [aWorkingOrder({ epic })]
    expect(
      judged({
        positions: [aPosition(), ...positions],
        workingOrders: [aWorkingOrder(), ...workingOrders],
        ordersOnTheirWay: [anOrderOnItsWay(), anOrderOnItsWay({ epic })],
      }),
    ).toEqual({
      kind: 'passed',
      found: { epic, positions, workingOrders, onTheirWay: 1 },
      saw: '2 positions and 1 working order',
      limit,
      sentence: '2 positions and 1 working order to close',
    })
  })

  it('passes with a position alone and with a working order alone', () => {
    expect(judged({ positions: [aPosition({ epic })] }).kind).toBe('passed')
    expect(judged({ workingOrders: [aWorkingOrder({ epic })] }).kind).toBe('passed')
  })

  it('refuses when nothing is open', () => {
    expect(judged({ positions: [aPosition()], ordersOnTheirWay: [anOrderOnItsWay()] })).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      saw: '0 positions and 0 working orders',
      limit,
      sentence: 'nothing is open on NASDAQ:AAPL, so there is nothing to close',
    })
  })

  it('refuses when all there is has not arrived', () => {
    expect(judged({ ordersOnTheirWay: [anOrderOnItsWay({ epic })] })).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      saw: '1 order on the way',
      limit,
      sentence: 'nothing is open on NASDAQ:AAPL yet (1 order on the way): close it once IG shows it',
    })
  })

  it('asks for the account', () => {
    expect(judged(undefined)).toEqual({ kind: 'unread', needs: 'account' })
  })
})
