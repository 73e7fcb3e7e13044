import { describe, expect, it } from 'vitest'
import { toldOutcome } from '../../../infra/dev/testing/told-outcome.ts'
import { manualClock } from '../../../infra/dev/testing/manual-clock.ts'
import { aPosition, aWorkingOrder, epic } from '../../../infra/dev/testing/trading-values.ts'
import { amendOutcome } from './amend-outcome.ts'
import { closeOutcome } from './close-outcome.ts'
import { leftInWords, outcomeInWords } from './ending-words.ts'
import type { Claim, Closing } from '../ports/ledger.ts'

const ports = { clock: manualClock() }
const market = 'NASDAQ:AAPL'

const claim = (change: Partial<Closing> = {}) =>
  ({
    alertId: 'A',
    epic,
    instrument: market,
    trace: [],
    claimedAt: 0,
    intent: {
      kind: 'close',
      positions: [aPosition({ dealId: 'P1' }), aPosition({ dealId: 'P2' })],
      workingOrders: [aWorkingOrder({ dealId: 'W1' }), aWorkingOrder({ dealId: 'W2' })],
      ...change,
    },
  }) as unknown as Claim

const saidOf = (done: readonly string[], change: Partial<Closing> = {}, gone: readonly string[] = []) =>
  outcomeInWords(closeOutcome(ports, claim(change), { done, gone }))

describe('the outcome of an exit', () => {
  it.each<[string, string, Parameters<typeof saidOf>]>([
    ['positions are closed', 'Closed 2 deals', [['P1', 'P2']]],
    ['working orders are deleted', 'Deleted 1 working order', [['W1']]],
    ['both are named', 'Closed 1 deal and deleted 2 working orders', [['P1', 'W1', 'W2']]],
    ['CANCEL cancels', 'Cancelled 1 working order', [['W1'], { scope: 'orders' }]],
    [
      'a working order that filled was closed',
      'Closed 1 deal',
      [['W1'], { positions: [aPosition({ dealId: 'W1' })] }],
    ],
    [
      'a close of all and a close of a part are counted apart',
      'Closed 1 deal and partly closed 1 deal',
      [['P1', 'P2'], { rests: { P2: '0.2' } }],
    ],
  ])('names what was done: %s', (_what, said, given) => {
    const end = given[1]?.rests ? ': P2 (0.2 still open)' : ''
    expect(saidOf(...given)).toBe(`${said} on ${market}${end}`)
  })

  it('reports that a deal was no longer open if something else closed it', () => {
    expect(saidOf(['P1', 'W1'], {}, ['P1'])).toBe(
      `Closed 1 deal and deleted 1 working order on ${market} (1 of them no longer open)`,
    )
  })

  it('shows whether a deal that could not be closed or deleted is a position or a working order', () => {
    const left = (dealId: string, isRefused: boolean) =>
      outcomeInWords(
        closeOutcome(ports, claim(), {
          done: [],
          left: [
            { dealId, direction: 'BUY', size: '2', left: '2', isRefused, message: 'the market is closed' },
          ],
        }),
      )
    const deal = 'BUY 2): the market is closed'
    expect(left('P1', true)).toBe(`Rejected by IG: 1 of 1 deal on ${market} could not be closed: P1 (${deal}`)
    expect(left('W1', true)).toBe(
      `Rejected by IG: 1 of 1 deal on ${market} could not be deleted: W1 (${deal}`,
    )
    expect(left('W1', false)).toBe(`Not deleted: 1 of 1 deal on ${market}, W1 (${deal}`)
  })

  it('contains the remaining size if a position was partly closed before a refusal', () => {
    const message = 'the market is closed'
    const refused = { dealId: 'P1', direction: 'BUY', size: '23.14', isRefused: true, message } as const
    expect(leftInWords({ ...refused, left: '13.88' })).toBe(
      'P1 (BUY 23.14, 13.88 still open): the market is closed',
    )
    expect(leftInWords({ ...refused, left: '23.14' })).toBe('P1 (BUY 23.14): the market is closed')
  })
})

describe('the outcome of moved stops', () => {
  const change = (dealId: string) =>
    ({ dealId, direction: 'BUY', stopBefore: '90', stopLevel: '95', limitLevel: null, trail: null }) as const
  const amend = { ...claim(), intent: { kind: 'amend', changes: [change('P1'), change('P2')] } } as Claim
  const refusal = { message: 'IG can’t change this deal yet', mayPassLater: true, isBrokers: true }

  it('is NOT_PLACED, not REJECTED, if a refused stop was moved in the end and another position is no longer open', () => {
    const moved = aPosition({ dealId: 'P1', stopLevel: '95' })
    expect(toldOutcome(amendOutcome(ports, amend, [moved], new Map([['P1', refusal]])))).toMatchObject({
      outcome: 'NOT_PLACED',
      sentence: `Not moved: 1 of 2 stops on ${market}: P2: the position is no longer open`,
    })
  })

  it('is REJECTED if IG refused to move a stop that is still at its old level', () => {
    const positions = [
      aPosition({ dealId: 'P1', stopLevel: '90' }),
      aPosition({ dealId: 'P2', stopLevel: '95' }),
    ]
    expect(toldOutcome(amendOutcome(ports, amend, positions, new Map([['P1', refusal]])))).toMatchObject({
      outcome: 'REJECTED',
    })
  })
})
