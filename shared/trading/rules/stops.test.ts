import { describe, expect, it } from 'vitest'
import {
  aMarket,
  aPosition,
  aSnapshot,
  anAccount,
  anAlert,
  anInstrument,
  epic,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import type { Alert } from '../../alerts/alert.ts'
import type { OpenPosition, Snapshot } from '../model/snapshot.ts'
import * as stops from './stops.ts'

const stopsToMove = told(stops.stopsToMove, stops.stopToMoveInWords)
const own = (change: Partial<OpenPosition> = {}) => aPosition({ epic, strategy: '', ...change })
const at = (positions: readonly OpenPosition[], alert: Partial<Alert>, change: Partial<Snapshot>) =>
  aSnapshot({ account: anAccount({ positions }), alert: anAlert({ action: 'STOP', ...alert }), ...change })

describe('the stop rule', () => {
  const market = aMarket({
    bid: '22900',
    offer: '22910',
    minStopOrLimitDistance: { unit: 'POINTS', value: '20' },
  })
  const moved = (alert: Partial<Alert>, positions: OpenPosition[]) =>
    stopsToMove(at(positions, alert, { market }), anInstrument())
  const held = own({ dealId: 'A', level: '22800', stopLevel: '22700', limitLevel: '23200' })
  const level = (value: string) => ({ stop: { kind: 'level', level: value } }) as const
  const breakEven = (offset: string) => ({ stop: { kind: 'break-even', offset } }) as const

  it('moves a stop to a level, but not to break-even, while IG does not list the position’s level', () => {
    const unlisted = { ...held, level: null }
    expect(moved(level('228.5'), [unlisted])).toMatchObject({ found: { changes: [{ stopLevel: '22850' }] } })
    expect(moved(breakEven('0'), [unlisted])).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('IG doesn’t list its opening level yet') as string,
    })
  })

  it('moves a stop to a level that is converted from the exchange’s price, and keeps the limit', () => {
    expect(moved(level('228.5'), [held])).toMatchObject({
      found: {
        epic,
        changes: [{ dealId: 'A', stopBefore: '22700', stopLevel: '22850', limitLevel: '23200', trail: null }],
      },
      sentence: 'the stop moves to 22,850',
    })
  })

  it('moves a stop to the opening level, with an offset in the position’s favour', () => {
    expect(moved(breakEven('15'), [held])).toMatchObject({ found: { changes: [{ stopLevel: '22815' }] } })
    const sold = own({ direction: 'SELL', level: '23000', stopLevel: '23100' })
    expect(moved(breakEven('15'), [sold])).toMatchObject({ found: { changes: [{ stopLevel: '22985' }] } })
  })

  it('lets a stop trail from the market’s current quote', () => {
    expect(moved({ trail: { distance: '50', step: '10' } }, [held])).toMatchObject({
      found: { changes: [{ stopLevel: '22850', trail: { distance: '50', step: '10' } }] },
    })
  })

  it.each<[Partial<Alert>, Partial<OpenPosition>, RegExp]>([
    [level('229.5'), {}, /22,950 would be on the wrong side of the market \(22,900\)/],
    [level('228.9'), {}, /closer than the market’s minimum of 20 points/],
    [breakEven('0'), { stopLevel: '22810' }, /at least as good as 22,800/],
    [level('228.5'), { controlledRisk: true }, /guaranteed and can only be moved on IG’s platform/],
    [level('228.5'), { isUnconfirmed: true }, /its order isn’t confirmed yet/],
    [level('x'), {}, /BUY 0.5: no level/],
  ])('refuses %o: %o', (alert, change, words) => {
    expect(moved(alert, [{ ...held, ...change }])).toMatchObject({
      kind: 'refused',
      sentence: expect.stringMatching(words) as string,
    })
  })

  it.each<[Partial<Snapshot>, RegExp]>([
    [{ market: { ...market, takesStopsAndLimits: false } }, /IG doesn’t accept stops on Apple Inc/],
    [{ market: { ...market, bid: null } }, /IG has no quote to check the stop against/],
    [{ markets: {} }, /IG gives no prices for ROLLED/],
  ])('refuses a market without stops: %#', (change, words) => {
    const position = change.markets ? { ...held, epic: 'ROLLED', market: 'NASDAQ:AAPL' } : held
    expect(stopsToMove(at([position], level('228.5'), change), anInstrument())).toMatchObject({
      kind: 'refused',
      actual: '0 stops of 1 position',
      required: 'a position whose stop can be moved',
      sentence: expect.stringMatching(words) as string,
    })
  })

  it('refuses an alert if the strategy has no position, and says how many other positions are open on the market', () => {
    expect(moved(level('228.5'), [aPosition({ epic })])).toMatchObject({
      kind: 'refused',
      actual: 'no positions',
      sentence:
        'no position is open on NASDAQ:AAPL, so there is no stop to move (1 position there, none known to be opened by Signalpost)',
    })
  })

  it('never moves a stop away from the market for a TRAIL alert', () => {
    const close = { ...held, stopLevel: '22880' }
    expect(moved({ trail: { distance: '50', step: '10' } }, [close])).toMatchObject({
      kind: 'refused',
      sentence: 'BUY 0.5: its stop is already at 22,880, at least as good as 22,850',
    })
  })

  it('may move a stop away from the market for a user’s STOP alert, and the trace records this', () => {
    expect(moved(level('226'), [held])).toMatchObject({
      found: { changes: [{ stopLevel: '22600' }] },
      sentence: 'the stop moves to 22,600; 1 stop now further from the market',
    })
  })

  it('moves only the stop of the deal that a timed rule names', () => {
    const other = { ...held, dealId: 'B' }
    expect(moved({ ...breakEven('15'), onlyDeal: 'B' }, [held, other])).toMatchObject({
      found: { changes: [{ dealId: 'B' }] },
    })
  })

  it('moves the stops that can be moved, and says which stops were not moved and why', () => {
    const other = own({ dealId: 'B', direction: 'SELL', level: '23000' })
    expect(moved(level('228.5'), [held, other])).toMatchObject({
      found: { changes: [{ dealId: 'A' }] },
      sentence: expect.stringMatching(/not moved: SELL .*wrong side/) as string,
    })
  })
})
