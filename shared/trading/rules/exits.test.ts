import { describe, expect, it } from 'vitest'
import {
  aMarket,
  aPosition,
  aSnapshot,
  aWorkingOrder,
  anAccount,
  anAlert,
  anInstrument,
  anOrderOnItsWay,
  epic,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import type { Alert } from '../../alerts/alert.ts'
import type { AccountState, OpenPosition, Snapshot } from '../model/snapshot.ts'
import * as exits from './exits.ts'

const toCancel = told(exits.toCancel, exits.somethingToLeaveInWords)
const toClose = told(exits.toClose, exits.somethingToLeaveInWords)
const toReduce = told(exits.toReduce, exits.somethingToLeaveInWords)
const toReverse = told(exits.toReverse, exits.somethingToLeaveInWords)
const wayToReverse = told(exits.wayToReverse, exits.somethingToLeaveInWords)

const own = (change: Partial<OpenPosition> = {}) => aPosition({ epic, strategy: '', ...change })
const at = (account: Partial<AccountState>, alert: Partial<Alert> = {}, change: Partial<Snapshot> = {}) =>
  aSnapshot({ account: anAccount(account), alert: anAlert({ action: 'CLOSE', ...alert }), ...change })

describe('an exit', () => {
  it('closes everything on the epic, and reports the number of orders in flight', () => {
    const positions = [own({ dealId: 'A' }), aPosition({ epic, dealId: 'manually' })]
    const workingOrders = [aWorkingOrder({ epic })]
    const account = {
      positions: [aPosition(), ...positions],
      workingOrders: [aWorkingOrder(), ...workingOrders],
      inFlightOrders: [anOrderOnItsWay(), anOrderOnItsWay({ epic })],
    }
    expect(toClose(at(account), epic, { only: null })).toEqual({
      kind: 'passed',
      found: { epic, positions, workingOrders, inFlight: 1 },
      actual: '2 positions and 1 working order',
      required: 'at least 1 to close',
      sentence: '2 positions and 1 working order to close',
    })
    expect(toClose(at(account, { market: '*' }), '*', { only: null })).toMatchObject({
      found: { positions: { length: 3 }, workingOrders: { length: 2 } },
    })
  })

  it('closes a position whose level IG does not list yet', () => {
    const account = { positions: [own({ dealId: 'A', level: null })] }
    expect(toClose(at(account), epic, { only: null })).toMatchObject({
      found: { positions: account.positions },
    })
  })

  it('closes only the deals that a limit names by deal ID or our reference, and no deals that were opened later', () => {
    const account = {
      positions: [
        own({ dealId: 'A' }),
        own({ dealId: 'B', dealReference: 'SP-b' }),
        own({ dealId: 'later' }),
      ],
      workingOrders: [aWorkingOrder({ epic, dealId: 'O' }), aWorkingOrder({ epic, dealId: 'later' })],
      inFlightOrders: [
        anOrderOnItsWay({ dealReference: 'SP-f' }),
        anOrderOnItsWay({ dealReference: 'SP-g' }),
      ],
    }
    const onlyDeals = ['A', 'SP-b', 'O', 'SP-f']
    expect(toClose(at(account, { market: '*', onlyDeals }), '*', { only: null })).toMatchObject({
      found: {
        positions: [{ dealId: 'A' }, { dealId: 'B' }],
        workingOrders: [{ dealId: 'O' }],
        awaits: ['SP-f'],
        scope: 'named',
      },
    })
  })

  it('closes only the tagged strategy’s positions, and names the positions that stay open', () => {
    const mine = own({ dealId: 'A', strategy: 'orb' })
    const account = { positions: [mine, own(), own({ strategy: 'other' })] }
    expect(toClose(at(account, { strategy: 'orb' }), epic, { only: null })).toMatchObject({
      found: { positions: [mine], scope: 'named' },
    })
    expect(toClose(at({ positions: [own()] }, { strategy: 'orb' }), epic, { only: null })).toMatchObject({
      kind: 'refused',
      sentence:
        'nothing is open on NASDAQ:AAPL, so there is nothing to close (1 position there, none opened by strategy orb)',
    })
  })

  it('leaves positions of tagged strategies open if its own strategy has no tag', () => {
    const change = { kind: 'close', from: 'long', to: 'flat', sizeBefore: null, sizeAfter: null } as const
    const account = {
      positions: [
        own({ dealId: 'A' }),
        own({ dealId: 'B', strategy: 'orb' }),
        aPosition({ epic, dealId: 'C' }),
      ],
    }
    expect(toClose(at(account, { change }), epic, { only: 'BUY' })).toMatchObject({
      found: { positions: [{ dealId: 'A' }, { dealId: 'C' }] },
    })
    // Deal C, whose strategy is unknown, may come from the order of strategy orb that is being placed.
    const inFlightOrders = [anOrderOnItsWay({ epic, strategy: 'orb' })]
    expect(toClose(at({ ...account, inFlightOrders }, { change }), epic, { only: 'BUY' })).toMatchObject({
      found: { positions: [{ dealId: 'A' }] },
    })
  })

  it('leaves positions in the opposite direction open if it is for one direction', () => {
    const account = { positions: [own({ dealId: 'A' }), own({ dealId: 'B', direction: 'SELL' })] }
    expect(toClose(at(account), epic, { only: 'SELL' })).toMatchObject({
      found: { positions: [{ dealId: 'B' }] },
    })
  })

  it('is refused if nothing is open, or if the only order in flight has no deal reference', () => {
    expect(toClose(at({ positions: [aPosition()] }), epic, { only: null })).toMatchObject({
      kind: 'refused',
      sentence: 'nothing is open on NASDAQ:AAPL, so there is nothing to close',
    })
    expect(toClose(at({ inFlightOrders: [anOrderOnItsWay({ epic })] }), epic, { only: null })).toMatchObject({
      kind: 'refused',
      sentence:
        'nothing is open on NASDAQ:AAPL yet (1 order being placed). Send the alert again once IG shows it',
    })
  })

  const waiting = [anOrderOnItsWay({ epic, strategy: '', dealReference: 'SP-a' })]

  it('waits for an order that is not in the lists yet', () => {
    expect(toClose(at({ inFlightOrders: waiting }), epic, { only: null })).toMatchObject({
      kind: 'passed',
      actual: '1 order being placed',
      sentence: 'IG doesn’t show 1 order being placed yet; the position it opens is closed once it does',
    })
  })

  it.each<[Partial<AccountState>, Partial<Alert>, string]>([
    [
      { positions: [own()] },
      { strategy: 'orb', market: '*' },
      'nothing is open on your account, so there is nothing to close (1 position there, none opened by strategy orb)',
    ],
    [
      { positions: [own({ direction: 'SELL' })] },
      {},
      'nothing is open on NASDAQ:AAPL, so there is nothing to close (1 position of Signalpost there, short)',
    ],
    [
      { inFlightOrders: waiting },
      { strategy: 'orb' },
      'nothing is open on NASDAQ:AAPL, so there is nothing to close (1 order being placed there, none opened by strategy orb)',
    ],
  ])('names what it does not close: %#', (account, alert, sentence) => {
    expect(toClose(at(account, alert), epic, { only: 'BUY' })).toMatchObject({ kind: 'refused', sentence })
  })

  it.each<[Partial<Alert>, string]>([
    [{}, 'the strategy'],
    [{ strategy: 'orb' }, 'strategy orb'],
  ])('leaves open what is newer than the exit: %o', (alert, opener) => {
    const positions = [own({ dealId: 'A', strategy: alert.strategy ?? '' })]
    expect(toClose(at({ positions }, alert), epic, { only: 'BUY', keeps: ['A'] })).toMatchObject({
      kind: 'refused',
      actual: '1 position',
      required: 'a position older than the new entry',
      sentence: `${opener} has already entered again on NASDAQ:AAPL, so its position stays open`,
    })
  })

  it('asks for new lists of positions and orders if the known lists were not read for this exit', () => {
    const old = { isAccountFresh: false }
    const unread = { kind: 'unread', needs: 'freshAccount' }
    const instrument = anInstrument()
    expect(toClose(at({}, {}, old), epic, { only: null })).toEqual(unread)
    expect(toCancel(at({}, {}, old), epic)).toEqual(unread)
    expect(toReduce(at({}, {}, old), instrument, '50')).toEqual(unread)
    expect(toReverse(at({}, {}, old), instrument, 'BUY')).toEqual(unread)
    expect(wayToReverse(at({}, {}, old), instrument)).toEqual(unread)
  })
})

describe('a CANCEL alert', () => {
  it('deletes working orders and closes no positions', () => {
    const account = { positions: [own()], workingOrders: [aWorkingOrder({ epic })] }
    expect(toCancel(at(account), epic)).toMatchObject({
      found: { positions: [], workingOrders: { length: 1 }, scope: 'orders' },
    })
    expect(toCancel(at({ positions: [own()] }), epic)).toMatchObject({
      required: 'at least 1 to cancel',
      sentence:
        'no working order is open on NASDAQ:AAPL, so there is nothing to cancel (1 position open: its order has filled)',
    })
    const workingOrder = { epic, confirmedAs: 'working order', dealReference: 'SP-a' } as const
    expect(toCancel(at({ inFlightOrders: [anOrderOnItsWay(workingOrder)] }), epic)).toMatchObject({
      kind: 'passed',
      sentence: 'IG doesn’t show 1 order being placed yet; it is cancelled once it does',
    })
  })
})

describe('a REVERSE alert', () => {
  const instrument = anInstrument()

  it('closes its strategy’s opposite positions, then opens a position', () => {
    const account = { positions: [own({ dealId: 'A' }), aPosition({ epic, dealId: 'manually' })] }
    expect(wayToReverse(at(account), instrument)).toMatchObject({
      found: { direction: 'SELL', isClosed: false },
      actual: 'long',
      sentence: 'you are long; this closes the position and opens a short one',
    })
    expect(toReverse(at(account), instrument, 'SELL')).toMatchObject({
      found: { positions: [{ dealId: 'A' }], thenOpen: 'SELL', scope: 'named' },
    })
  })

  it.each([
    [[], 'nothing', /nothing is open on NASDAQ:AAPL, so there is nothing to reverse/],
    [[own(), own({ direction: 'SELL' })], 'long and short', /long and short on NASDAQ:AAPL/],
  ])('needs a single direction to turn from: %#', (positions, actual, words) => {
    expect(wayToReverse(at({ positions }), instrument)).toMatchObject({
      kind: 'refused',
      actual,
      sentence: expect.stringMatching(words) as string,
    })
  })

  it('opens its new position if the old position is already closed', () => {
    const closedLeg = { direction: 'SELL', dealIds: ['A'] } as const
    expect(wayToReverse(at({}, {}, { closedLeg }), instrument)).toMatchObject({
      found: { direction: 'SELL', isClosed: true },
      actual: 'closed',
      required: 'a position to reverse',
      sentence: 'the old position is closed; now opening in the opposite direction',
    })
  })
})

describe('a REDUCE alert', () => {
  const market = aMarket({ minDealSize: '0.1' })
  const reduced = (positions: OpenPosition[], percent: string) =>
    toReduce(at({ positions }, { action: 'REDUCE' }, { market }), anInstrument(), percent)

  it.each<[string, string, Record<string, string>]>([
    ['1', '50', { A: '0.5' }],
    ['1', '33.3333', { A: '0.67' }],
    // IG would accept no further partial close of the remainder.
    ['0.15', '50', {}],
  ])('reduces %s by %s %% and leaves %o', (size, percent, rests) => {
    const verdict = reduced([own({ dealId: 'A', size })], percent)
    if (size === '0.15') expect(verdict).toMatchObject({ kind: 'refused' })
    else expect(verdict).toMatchObject({ found: { positions: [{ dealId: 'A' }], rests, scope: 'named' } })
  })

  it('starts with the oldest position, and closes a remainder below the minimum', () => {
    const positions = [
      own({ dealId: 'new', size: '1', createdAt: 2 }),
      own({ dealId: 'old', size: '0.55', createdAt: 1 }),
    ]
    expect(reduced(positions, '50')).toMatchObject({
      found: { positions: [{ dealId: 'old' }, { dealId: 'new' }], rests: { new: '0.78' } },
    })
    expect(reduced(positions, '30')).toMatchObject({
      found: { positions: [{ dealId: 'old' }], rests: {} },
      sentence: expect.stringMatching(/0.46; 0.55 is closed, .* IG’s minimum is 0.1/) as string,
    })
  })

  it('is refused if the size to close is below the minimum, or if the strategy has no position', () => {
    expect(reduced([own({ size: '0.5' })], '10')).toMatchObject({
      kind: 'refused',
      sentence: "10% of 0.5 is 0.05, below the market's minimum of 0.1",
    })
    expect(reduced([own({ size: '1' })], '50')).toMatchObject({
      actual: '0.5 of 1',
      required: 'at least 0.1',
      sentence: '50% of 1 is 0.5; 0.5 is closed, the oldest first',
    })
    expect(reduced([aPosition({ epic })], '50')).toMatchObject({
      sentence: expect.stringMatching(
        /nothing to reduce \(1 position there, none known to be opened by Signalpost\)/,
      ) as string,
    })
  })
})
