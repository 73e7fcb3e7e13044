import { describe, expect, it } from 'vitest'
import { manualClock } from '../../infra/dev/testing/manual-clock.ts'
import { aPosition } from '../../infra/dev/testing/trading-values.ts'
import { emptyLedger } from '../trading/ledger/ledger.ts'
import { BrokerError, type BrokerLogin, type Confirmation } from '../trading/ports/broker.ts'
import type { Claim, Ledger } from '../trading/ports/ledger.ts'
import type { Reading } from '../broker/account-state.ts'
import type { QuotedPosition } from '../broker/listed-deals.ts'
import { closePosition, type DealPorts } from './deals.ts'

const login: BrokerLogin = { userId: 'ann', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 1 }

/** Creates an account in memory with one position of size 23.14, which a dashboard read a second ago. */
const world = () => {
  const clock = manualClock()
  const asked: string[] = []
  const ig = { open: '23.14', shown: null as string | null, isFull: false, fills: null as string | null }
  const row = (size: string) => ({ ...aPosition({ dealId: 'D1', size }) }) as QuotedPosition
  const reading = (size: string): Reading<QuotedPosition> => ({
    accountId: login.accountId,
    currency: 'GBP',
    readAt: clock.now(),
    rows: size === '0' ? [] : [row(size)],
  })
  const kept = { ledger: emptyLedger, positions: reading('23.14') }
  let verdict: Confirmation | null = null
  const ports: DealPorts = {
    clock,
    broker: {
      readPositions: async (by) => {
        asked.push(by.isExit ? 'list' : 'list without the reserve')
        clock.pass(100)
        if (ig.isFull)
          throw new BrokerError('allowance', 'used up', null, Math.ceil(clock.now() / 60_000) * 60_000)
        return reading(ig.shown ?? ig.open)
      },
      readOrders: async () => ({ ...reading('0'), rows: [] }),
      readActivity: async () => [],
      closePosition: async (_by, { direction, size }) => {
        asked.push(`close ${direction} ${size}`)
        clock.pass(200)
        const filled = ig.fills ?? size
        ig.open = (Number(ig.open) - Number(filled)).toFixed(2).replace('0.00', '0')
        verdict = {
          kind: 'accepted',
          dealId: 'D1',
          level: '100',
          size: filled,
          effect: ig.open === '0' ? 'closed' : 'partly closed',
          affectedDealIds: ['D1'],
          profit: { amount: -92, currency: 'USD' },
        }
        return { kind: 'received', dealReference: 'C1' }
      },
      deleteOrder: async () => ({ kind: 'unknown', message: 'not asked for' }),
      confirm: async () => verdict,
    },
    store: {
      getLedger: async () => kept.ledger,
      saveLedger: async (_account, next) => {
        if (next.version !== kept.ledger.version + 1) return false
        kept.ledger = next
        return true
      },
      loadPositions: async () => kept.positions,
      savePositions: async (_login, read) => void (kept.positions = read),
      saveOrders: async () => undefined,
    },
  }
  const write = (change: Partial<Ledger>) =>
    (kept.ledger = { ...kept.ledger, ...change, version: kept.ledger.version + 1 })
  clock.pass(1_000)
  return { ports, clock, asked, ig, kept, write, close: () => closePosition(ports, login, 'D1') }
}

it('a manual close stores its realised profit for the limits', async () => {
  const { kept, close } = world()
  await close()
  expect(kept.ledger.recentCloses).toMatchObject([
    { dealId: 'D1', strategy: null, isWhole: true, made: { amount: '-92', currency: 'USD' } },
  ])
})

const exitOf = (claimedAt: number) =>
  ({
    alertId: 'A',
    claimedAt,
    intent: { kind: 'close', positions: [aPosition({ dealId: 'D1' })], workingOrders: [] },
  }) as unknown as Claim

describe('a manual close', () => {
  it('is sent again with a newly read list if the session had expired', async () => {
    const { ports, close, asked } = world()
    const { closePosition: send } = ports.broker
    let had = false
    Object.assign(ports.broker, {
      closePosition: async (...given: Parameters<typeof send>) => {
        if (had) return send(...given)
        had = true
        asked.push('no session')
        return { kind: 'refused', code: 'x', message: 'ended', mayPassLater: true, hadNoSession: true }
      },
    })
    expect(await close()).toMatchObject({ status: 'CLOSED' })
    expect(asked.slice(0, 4)).toEqual(['no session', 'list', 'close BUY 23.14', 'list'])
  })

  it('closes the remaining size after a REDUCE, even if the stored list is a second old', async () => {
    const { close, asked, ig, write, clock } = world()
    ig.open = '11.57'
    write({ changed: [{ dealId: 'D1', at: clock.now() - 200, left: '11.57' }] })
    expect(await close()).toMatchObject({ status: 'CLOSED' })
    expect(asked.slice(0, 2)).toEqual(['list', 'close BUY 11.57'])
  })

  it('closes the remaining size after a partial close in IG’s app, even if the stored list is 5 s old', async () => {
    const { close, asked, ig, clock } = world()
    clock.pass(4_000)
    ig.open = '9.26'
    await close()
    expect(asked.slice(0, 2)).toEqual(['list', 'close BUY 9.26'])
  })

  it('closes the confirmed remaining size if IG’s list lags behind', async () => {
    const { close, asked, ig, write, clock } = world()
    ig.shown = '23.14'
    ig.open = '11.57'
    write({ changed: [{ dealId: 'D1', at: clock.now() - 200, left: '11.57' }] })
    await close()
    expect(asked[1]).toBe('close BUY 11.57')
  })

  it('closes only the rest if IG filled only a part of an earlier close', async () => {
    const { close, asked, ig } = world()
    ig.fills = '13.14'
    expect(await close()).toMatchObject({ status: 'PARTIALLY_CLOSED' })
    ig.fills = null
    ig.shown = '23.14'
    await close()
    expect(asked.filter((call) => call.startsWith('close'))).toEqual(['close BUY 23.14', 'close BUY 10'])
  })

  it('is not sent if the position was closed after the list was read', async () => {
    const { close, asked, ig, write, clock } = world()
    ig.shown = '23.14'
    write({ closed: [{ dealId: 'D1', at: clock.now() - 200 }] })
    await expect(close()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(asked).toEqual(['list'])
  })

  it('reads the list again before it reports a missing position as closed', async () => {
    const { asked, ig, clock, ports } = world()
    clock.pass(2_000)
    ig.shown = '0'
    const sleep = (wait: number) => {
      ig.shown = null
      return clock.sleep(wait)
    }
    const patient = { ...ports, clock: { ...clock, sleep } }
    expect(await closePosition(patient, login, 'D1')).toMatchObject({ status: 'CLOSED' })
    expect(asked.slice(0, 3)).toEqual(['list', 'list', 'close BUY 23.14'])
    await expect(closePosition(ports, login, 'D2')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('waits until the request limit has room to read the list, and then closes the position', async () => {
    const { asked, ig, clock, ports } = world()
    clock.pass(2_000)
    ig.isFull = true
    const sleep = (wait: number) => {
      ig.isFull = false
      return clock.sleep(wait)
    }
    const closed = await closePosition({ ...ports, clock: { ...clock, sleep } }, login, 'D1')
    expect(closed).toMatchObject({ status: 'CLOSED' })
    expect(asked.slice(0, 3)).toEqual(['list', 'list', 'close BUY 23.14'])
  })

  it('is not sent if the request limit has no room, and reports when there will be room', async () => {
    const { close, asked, ig, clock } = world()
    clock.pass(2_000)
    ig.isFull = true
    await expect(close()).rejects.toMatchObject({
      code: 'BROKER_UNAVAILABLE',
      message: expect.stringMatching(
        /^IG’s request limit is used up\. Nothing was sent to IG\. There is room again in \d+ s$/,
      ) as string,
      details: { reason: 'allowance' },
    })
    expect(asked.some((call) => call.startsWith('close'))).toBe(false)
  })

  it('waits for an exit that is under way, and then closes the rest', async () => {
    const { asked, ig, write, clock, ports } = world()
    write({ claims: [exitOf(clock.now() - 100)] })
    const sleep = async (wait: number) => {
      clock.pass(wait)
      ig.open = '11.57'
      write({ claims: [], changed: [{ dealId: 'D1', at: clock.now() - 50, left: '11.57' }] })
    }
    await closePosition({ ...ports, clock: { ...clock, sleep } }, login, 'D1')
    expect(asked.slice(0, 2)).toEqual(['list', 'close BUY 11.57'])
  })

  it('is written to the account’s record before it is sent, and again with the remaining size', async () => {
    const { close, ports, kept, ig } = world()
    let before: Ledger['changed']
    const { closePosition: send } = ports.broker
    Object.assign(ports.broker, {
      closePosition: (...given: Parameters<typeof send>) => ((before = kept.ledger.changed), send(...given)),
    })
    ig.fills = '13.14'
    await close()
    expect(before).toMatchObject([{ dealId: 'D1', left: '23.14' }])
    expect(kept.ledger.changed).toMatchObject([{ dealId: 'D1', left: '10' }])
  })

  it('does not overwrite the record of a newer close if its own confirmation arrives late', async () => {
    const { close, ports, kept, ig, clock } = world()
    const { confirm } = ports.broker
    let isLate = true
    Object.assign(ports.broker, {
      confirm: async (...given: Parameters<typeof confirm>) => {
        const verdict = await confirm(...given)
        if (!isLate) return verdict
        isLate = false
        clock.pass(4_000)
        ig.fills = null
        expect(await close()).toMatchObject({ status: 'CLOSED' })
        return verdict
      },
    })
    ig.fills = '13.14'
    expect(await close()).toMatchObject({ status: 'PARTIALLY_CLOSED' })
    expect(kept.ledger.changed).toMatchObject([{ dealId: 'D1', left: '0' }])
  })

  it('is sent once if the user requests it twice at the same time', async () => {
    const { close, asked } = world()
    const both = await Promise.allSettled([close(), close()])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(asked.filter((call) => call.startsWith('close'))).toEqual(['close BUY 23.14'])
  })
})
