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
} from '../../../infra/dev/testing/trading-values.ts'
import type { Alert } from '../../alerts/alert.ts'
import type { AccountState, OpenPosition, Snapshot } from '../model/snapshot.ts'
import { stopsToMove, toCancel, toClose, toReduce, toReverse, wayToReverse } from './exits.ts'

const own = (change: Partial<OpenPosition> = {}) => aPosition({ epic, strategy: '', ...change })
const at = (account: Partial<AccountState>, alert: Partial<Alert> = {}, change: Partial<Snapshot> = {}) =>
  aSnapshot({ account: anAccount(account), alert: anAlert({ action: 'CLOSE', ...alert }), ...change })

describe('closing', () => {
  it('takes everything on the epic, and says how many orders are in flight', () => {
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

  it('takes a position of which IG does not list the level yet', () => {
    const account = { positions: [own({ dealId: 'A', level: null })] }
    expect(toClose(at(account), epic, { only: null })).toMatchObject({
      found: { positions: account.positions },
    })
  })

  it('takes only the deals that a limit names, by deal ID or our reference, and nothing that appears', () => {
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

  it('closes only the positions of the tagged strategy, and names those left open', () => {
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

  it('of a strategy without a tag leaves alone what others’ tags opened', () => {
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
    // An unknown order may be the order of a strategy that is being placed.
    const inFlightOrders = [anOrderOnItsWay({ epic, strategy: 'orb' })]
    expect(toClose(at({ ...account, inFlightOrders }, { change }), epic, { only: 'BUY' })).toMatchObject({
      found: { positions: [{ dealId: 'A' }] },
    })
  })

  it('of one direction leaves the other alone', () => {
    const account = { positions: [own({ dealId: 'A' }), own({ dealId: 'B', direction: 'SELL' })] }
    expect(toClose(at(account), epic, { only: 'SELL' })).toMatchObject({
      found: { positions: [{ dealId: 'B' }] },
    })
  })

  it('refuses if there is nothing, or nothing yet', () => {
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

  it('rests on lists that were read for it', () => {
    const old = { isAccountFresh: false }
    const unread = { kind: 'unread', needs: 'freshAccount' }
    const instrument = anInstrument()
    expect(toClose(at({}, {}, old), epic, { only: null })).toEqual(unread)
    expect(toCancel(at({}, {}, old), epic)).toEqual(unread)
    expect(toReduce(at({}, {}, old), instrument, '50')).toEqual(unread)
    expect(toReverse(at({}, {}, old), instrument, 'BUY')).toEqual(unread)
    expect(wayToReverse(at({}, {}, old), instrument)).toEqual(unread)
    expect(stopsToMove(at({}, {}, old), instrument)).toEqual(unread)
  })
})

describe('cancelling', () => {
  it('takes working orders and no positions', () => {
    const account = { positions: [own()], workingOrders: [aWorkingOrder({ epic })] }
    expect(toCancel(at(account), epic)).toMatchObject({
      found: { positions: [], workingOrders: { length: 1 }, scope: 'orders' },
    })
    expect(toCancel(at({ positions: [own()] }), epic)).toMatchObject({
      sentence: expect.stringMatching(/nothing to cancel/) as string,
    })
  })
})

describe('reversing', () => {
  const instrument = anInstrument()

  it('closes its own against the new direction, then opens', () => {
    const account = { positions: [own({ dealId: 'A' }), aPosition({ epic, dealId: 'manually' })] }
    expect(wayToReverse(at(account), instrument)).toMatchObject({
      found: { direction: 'SELL', isClosed: false },
    })
    expect(toReverse(at(account), instrument, 'SELL')).toMatchObject({
      found: { positions: [{ dealId: 'A' }], thenOpen: 'SELL', scope: 'named' },
    })
  })

  it.each([
    [[], /nothing is open on NASDAQ:AAPL, so there is nothing to reverse/],
    [[own(), own({ direction: 'SELL' })], /long and short on NASDAQ:AAPL/],
  ])('needs one way to turn from: %#', (positions, words) => {
    expect(wayToReverse(at({ positions }), instrument)).toMatchObject({
      kind: 'refused',
      sentence: expect.stringMatching(words) as string,
    })
  })

  it('goes on if its first part is over', () => {
    const closedLeg = { direction: 'SELL', dealIds: ['A'] } as const
    expect(wayToReverse(at({}, {}, { closedLeg }), instrument)).toMatchObject({
      found: { direction: 'SELL', isClosed: true },
    })
  })
})

describe('reducing', () => {
  const market = aMarket({ minDealSize: '0.1' })
  const reduced = (positions: OpenPosition[], percent: string) =>
    toReduce(at({ positions }, { action: 'REDUCE' }, { market }), anInstrument(), percent)

  it.each<[string, string, Record<string, string>]>([
    ['1', '50', { A: '0.5' }],
    ['1', '33.3333', { A: '0.67' }],
    // IG would accept no further partial close of the rest.
    ['0.15', '50', {}],
  ])('of %s by %s %% leaves %o', (size, percent, rests) => {
    const verdict = reduced([own({ dealId: 'A', size })], percent)
    if (size === '0.15') expect(verdict).toMatchObject({ kind: 'refused' })
    else expect(verdict).toMatchObject({ found: { positions: [{ dealId: 'A' }], rests, scope: 'named' } })
  })

  it('begins with the oldest, and closes what would be left below the minimum', () => {
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

  it('refuses a part below the minimum, and if it applies nothing of its own', () => {
    expect(reduced([own({ size: '0.5' })], '10')).toMatchObject({
      kind: 'refused',
      sentence: "10% of 0.5 is 0.05, below the market's minimum of 0.1",
    })
    expect(reduced([aPosition({ epic })], '50')).toMatchObject({
      sentence: expect.stringMatching(
        /nothing to reduce \(1 position there, none known to be opened by Signalpost\)/,
      ) as string,
    })
  })
})

describe('moving a stop', () => {
  const market = aMarket({
    bid: '22900',
    offer: '22910',
    minStopOrLimitDistance: { unit: 'POINTS', value: '20' },
  })
  const moved = (alert: Partial<Alert>, positions: OpenPosition[]) =>
    stopsToMove(at({ positions }, { action: 'STOP', ...alert }, { market }), anInstrument())
  const held = own({ dealId: 'A', level: '22800', stopLevel: '22700', limitLevel: '23200' })
  const level = (value: string) => ({ stop: { kind: 'level', level: value } }) as const
  const breakEven = (offset: string) => ({ stop: { kind: 'break-even', offset } }) as const

  it('goes to a level, but not to break even, while IG does not list at what level the position was opened', () => {
    const unlisted = { ...held, level: null }
    expect(moved(level('228.5'), [unlisted])).toMatchObject({ found: { changes: [{ stopLevel: '22850' }] } })
    expect(moved(breakEven('0'), [unlisted])).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('IG doesn’t list its opening level yet') as string,
    })
  })

  it('goes to a level, in the exchange’s price, and keeps the limit', () => {
    expect(moved(level('228.5'), [held])).toMatchObject({
      found: {
        epic,
        changes: [{ dealId: 'A', stopBefore: '22700', stopLevel: '22850', limitLevel: '23200', trail: null }],
      },
      sentence: 'the stop moves to 22,850',
    })
  })

  it('goes to where the position was opened, in its favour', () => {
    expect(moved(breakEven('15'), [held])).toMatchObject({ found: { changes: [{ stopLevel: '22815' }] } })
    const sold = own({ direction: 'SELL', level: '23000', stopLevel: '23100' })
    expect(moved(breakEven('15'), [sold])).toMatchObject({ found: { changes: [{ stopLevel: '22985' }] } })
  })

  it('trails from where the market is', () => {
    expect(moved({ trail: { distance: '50', step: '10' } }, [held])).toMatchObject({
      found: { changes: [{ stopLevel: '22850', trail: { distance: '50', step: '10' } }] },
    })
  })

  it.each<[Partial<Alert>, Partial<OpenPosition>, RegExp]>([
    [level('229.5'), {}, /22,950 would be on the wrong side of the market \(22,900\)/],
    [level('228.9'), {}, /closer than the market’s minimum of 20 points/],
    [breakEven('0'), { stopLevel: '22810' }, /at least as good as 22,800/],
    [level('228.5'), { controlledRisk: true }, /guaranteed/],
  ])('refuses %o of %o', (alert, change, words) => {
    expect(moved(alert, [{ ...held, ...change }])).toMatchObject({
      kind: 'refused',
      sentence: expect.stringMatching(words) as string,
    })
  })

  it('of TRAIL never moves a stop away from the market (A6)', () => {
    const close = { ...held, stopLevel: '22880' }
    expect(moved({ trail: { distance: '50', step: '10' } }, [close])).toMatchObject({
      kind: 'refused',
      sentence: 'BUY 0.5: its stop is already at 22,880, at least as good as 22,850',
    })
  })

  it('of a user’s STOP may be wider, and the trace records it (A6)', () => {
    expect(moved(level('226'), [held])).toMatchObject({
      found: { changes: [{ stopLevel: '22600' }] },
      sentence: 'the stop moves to 22,600; 1 stop now further from the market',
    })
  })

  it('of a timed rule moves only the deal that is due (A5)', () => {
    const other = { ...held, dealId: 'B' }
    expect(moved({ ...breakEven('15'), onlyDeal: 'B' }, [held, other])).toMatchObject({
      found: { changes: [{ dealId: 'B' }] },
    })
  })

  it('moves those it can, and names the others', () => {
    const other = own({ dealId: 'B', direction: 'SELL', level: '23000' })
    expect(moved(level('228.5'), [held, other])).toMatchObject({
      found: { changes: [{ dealId: 'A' }] },
      sentence: expect.stringMatching(/not moved: SELL .*wrong side/) as string,
    })
  })
})
