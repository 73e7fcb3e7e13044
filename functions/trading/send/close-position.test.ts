import { describe, expect, it } from 'vitest'
import { tradingWorld } from '../../../infra/dev/simulation/trading-world.ts'
import { aPosition, anAccount } from '../../../infra/dev/testing/trading-values.ts'
import { closeListed, positionsIn } from './close-position.ts'
import { lastChangeOf } from '../ledger/deal-changes.ts'
import { emptyLedger } from '../ledger/ledger.ts'
import { limits } from '../ports/limits.ts'
import type { Broker, BrokerLogin } from '../ports/broker.ts'
import type { Claim, DealChange } from '../ports/ledger.ts'

const login: BrokerLogin = { userId: 'ann', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 1 }

const close = async (
  listed: string | null,
  size: string | null,
  change: Omit<DealChange, 'dealId'> | null = null,
) => {
  const asked: string[] = []
  const broker: Pick<Broker, 'closePosition'> = {
    closePosition: async (_login, position) => {
      asked.push(position.size)
      return { kind: 'received', dealReference: 'C1' }
    },
  }
  const rows = listed === null ? [] : [aPosition({ dealId: 'D1', size: listed })]
  const { kind } = await closeListed(
    broker,
    login,
    { dealId: 'D1', size, change: change && { dealId: 'D1', ...change } },
    { rows, readAt: 100_000 },
  )
  return [kind, ...asked]
}

describe('a close', () => {
  it.each<[string, Parameters<typeof close>, readonly string[]]>([
    ['of all asks for what is listed', ['23.14', null], ['sent', '23.14']],
    ['of a part asks for the part', ['23.14', '9.26'], ['sent', '9.26']],
    ['never asks for more than is listed', ['13.88', '23.14'], ['sent', '13.88']],
    ['asks nothing if the position is not listed', [null, '23.14'], ['gone']],
    ['asks nothing of a list as old as our last change', ['23.14', null, { at: 100_000 }], ['stale']],
    ['asks nothing of a list before our last change', ['23.14', null, { at: 130_000 }], ['stale']],
    [
      'asks for what confirms leave while lists may lag',
      ['23.14', null, { at: 99_000, left: '13.88' }],
      ['sent', '13.88'],
    ],
    ['asks nothing if confirms leave nothing', ['23.14', null, { at: 99_000, left: '0' }], ['gone']],
    [
      'trusts a list that is read long after the confirm',
      ['23.14', null, { at: 100_000 - limits.listLag, left: '13.88' }],
      ['sent', '23.14'],
    ],
  ])('%s', async (_what, given, expected) => {
    expect(await close(...given)).toEqual(expected)
  })

  it('uses the time at which the list of positions was read, even if the working orders were read at another time', () => {
    expect(positionsIn(anAccount({ readAt: 1, positionsReadAt: 2 })).readAt).toBe(2)
    expect(positionsIn(anAccount({ readAt: 1 })).readAt).toBe(1)
  })
})

describe('the last change of a position', () => {
  const claim = (change: Partial<Claim['intent']> = {}) =>
    ({
      alertId: 'A',
      claimedAt: 1_000,
      intent: { kind: 'close', positions: [aPosition({ dealId: 'D1' })], workingOrders: [], ...change },
    }) as unknown as Claim

  it('is the newest recorded change, with the smallest remaining size that a confirm has reported', () => {
    const changed = [
      { dealId: 'D1', at: 5, left: '13.88' },
      { dealId: 'D1', at: 7, left: '8' },
      { dealId: 'D1', at: 9 },
      { dealId: 'D2', at: 11, left: '1' },
    ]
    expect(lastChangeOf({ ...emptyLedger, changed }, 'D1')).toEqual({ dealId: 'D1', at: 9, left: '8' })
    expect(lastChangeOf({ ...emptyLedger, changed }, 'D3')).toBeNull()
  })

  it('is in the future while an exit by another alert is in progress', () => {
    const ledger = { ...emptyLedger, claims: [claim()] }
    expect(lastChangeOf(ledger, 'D1')).toEqual({ dealId: 'D1', at: 1_000 + limits.closeRun })
    expect(lastChangeOf(ledger, 'D1', ['A'])).toBeNull()
    expect(lastChangeOf({ ...ledger, claims: [claim({ done: ['D1'] })] }, 'D1')).toBeNull()
  })
})

describe('a position that was reduced, while IG’s list still shows all of it', () => {
  /** Creates a broker whose lists still show a position as it was before its first close. */
  const laggingWorld = () => {
    let shown: ReturnType<typeof aPosition>[] | null = null
    const asked: string[] = []
    const world = tradingWorld((held) => ({
      readAccount: async () => anAccount({ positions: shown ?? [...held], readAt: world.clock.now() }),
    }))
    const { broker } = world.ports
    const { closePosition } = broker
    Object.assign(broker, {
      closePosition: (...given: Parameters<typeof closePosition>) => {
        shown ??= [...world.held]
        asked.push(given[1].size)
        return closePosition(...given)
      },
    })
    return { ...world, asked }
  }

  it.each([
    ['CLOSE', { action: 'CLOSE', strategy: 'orb' }],
    ['a timed rule', { action: 'CLOSE_ALL', market: '*', strategy: 'orb' }],
    ['a limit', { action: 'CLOSE_ALL', market: '*', strategy: undefined }],
  ])('is closed by %s down to its remaining size', async (_who, exit) => {
    const { send, asked, held, clock, tables } = laggingWorld()
    await send({ action: 'BUY', strategy: 'orb' })
    await send({ action: 'REDUCE', percent: 50, strategy: 'orb' })
    const left = held[0]?.size
    expect(tables.accounts.get('ann#DEMO')?.changed).toMatchObject([{ left }])
    clock.pass(-19_000)
    await send({ ...exit, price: undefined, atr: undefined })
    expect(asked.at(-1)).toBe(left)
    expect(held).toEqual([])
  })
})
