import { toldOutcome } from '../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import { message } from '../../infra/dev/simulation/engine.ts'
import { tradingWorld } from '../../infra/dev/simulation/trading-world.ts'
import { anAccount, aPosition, aWorkingOrder, epic } from '../../infra/dev/testing/trading-values.ts'
import type { OpenPosition } from '../../shared/trading/model/snapshot.ts'
import { acceptAlert } from './accept/accept.ts'
import { confirmAlert } from './accept/confirm-alert.ts'
import { executeAlert, executeAlerts } from './execute.ts'
import { notifyOfRate } from './decide/firing-rate.ts'
import { emptyLedger } from './ledger/ledger.ts'
import { limits } from './ports/limits.ts'
import type { AlertRecord } from './ports/alert-record.ts'
import { type Broker, BrokerError, type BrokerLogin, type SendResult } from './ports/broker.ts'
import { reconcileAlerts } from './reconcile.ts'
import { stepInWords } from '../../shared/trading/rules/trace.ts'

const ordersOf = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, place) => ordersOf(items.toSpliced(place, 1)).map((rest) => [item, ...rest]))

describe('the order of alerts', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 8, 7, 13, 20) + seconds * 1_000).toISOString()
  const of = (prev_position: string, position: string, time: string, strategy = 'orb') => ({
    prev_position,
    position,
    time,
    strategy,
    action: position === 'long' || (position === 'flat' && prev_position === 'short') ? 'buy' : 'sell',
  })
  const patient = () => {
    const world = tradingWorld()
    world.set({ enforceMaximumAlertAgeInSeconds: false })
    return world
  }

  it('an entry does not open if a newer exit was decided first', async () => {
    const { send, sides } = patient()
    await send(of('flat', 'long', at(0)))
    await send(of('long', 'flat', at(60)))
    expect(await send(of('flat', 'long', at(30)))).toMatchObject({
      outcome: 'EXPIRED',
      sentence: expect.stringMatching(
        /^Expired: a newer alert \(CLOSE, fired at 2026-09-07T13:21:00Z\) has already/,
      ),
    })
    expect(sides()).toEqual([])
  })

  it('an exit closes nothing if a newer entry was decided first', async () => {
    const { send, sides } = patient()
    await send(of('flat', 'long', at(60)))
    expect(await send(of('long', 'flat', at(30)))).toMatchObject({ outcome: 'EXPIRED' })
    expect(sides()).toEqual(['BUY 0.43'])
  })

  it('an alert does not expire if a newer alert is a STOP or belongs to another strategy', async () => {
    const { send, sides } = patient()
    await send(of('flat', 'long', at(60), 'other'))
    await send({ action: 'STOP', level: '100', time: at(60), strategy: 'orb' })
    expect(await send(of('flat', 'long', at(30)))).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toHaveLength(2)
  })

  it('an alert without a tag expires only if it is an entry that is older than the last exit', async () => {
    const { send, sides } = patient()
    const untagged = (action: string, seconds: number) => ({ action, time: at(seconds) })
    await send(untagged('BUY', 60))
    expect(await send(untagged('BUY', 30))).toMatchObject({ outcome: 'PLACED' })
    await send(untagged('CLOSE', 90))
    expect(sides()).toEqual([])
    expect(await send(untagged('BUY', 80))).toMatchObject({ outcome: 'EXPIRED' })
    expect(await send(untagged('BUY', 100))).toMatchObject({ outcome: 'PLACED' })
  })

  it('an exit to flat closes the opposite position that IG still holds after a lost reversal', async () => {
    const { send, sides } = patient()
    await send(of('flat', 'long', at(0)))
    // The alert to reverse to short was lost, so TradingView is short while IG is still long.
    expect(await send(of('short', 'flat', at(60)))).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual([])
  })

  it('an entry without a strategy tag opens even if it is older than another entry', async () => {
    const { send, set, sides } = patient()
    set({ allowHedging: true })
    const untagged = (position: string, time: string) => ({
      ...of('flat', position, time),
      strategy: undefined,
    })
    await send(untagged('long', at(60)))
    expect(await send(untagged('long', at(30)))).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual(['BUY 0.43', 'BUY 0.43'])
  })

  it('an exit that arrives after a re-entry on the same bar closes only the first position', async () => {
    const { send, held } = patient()
    await send(of('flat', 'long', at(0)))
    await send(of('flat', 'long', at(60)))
    const [first, second] = held.map(({ dealId }) => dealId)
    await send(of('long', 'flat', at(60)))
    expect(held.map(({ dealId }) => dealId)).toEqual([second])
    expect(first).not.toBe(second)
    // The strategy is long, so the next exit closes it.
    await send(of('long', 'flat', at(120)))
    expect(held).toEqual([])
  })

  it('an exit closes a position that was opened on the same bar', async () => {
    const { send, held } = patient()
    await send(of('flat', 'long', at(60)))
    await send(of('long', 'flat', at(60)))
    expect(held).toEqual([])
  })

  const other = { long: 'short', short: 'long' } as const
  const sideOf = { long: 'BUY', short: 'SELL' } as const

  it.each(['long', 'short'] as const)(
    'from %s, an opposite entry stays open if it arrives before the exit of its bar, even in one batch',
    async (side) => {
      const { accept, send, ports, held, calls } = patient()
      await send(of('flat', side, at(0)))
      const entry = await accept(of('flat', other[side], at(60)))
      const exit = await accept(of(side, 'flat', at(60)))
      await executeAlerts(ports, [message(entry), message(exit)])
      expect(held.map(({ direction }) => direction)).toEqual([sideOf[other[side]]])
      expect(calls.filter((call) => call === 'closePosition')).toHaveLength(1)
    },
  )

  it.each(['long', 'short'] as const)(
    'an exit leaves an entry of its bar open whose fate is not known yet, from %s',
    async (side) => {
      let isSilent = false
      const world = tradingWorld((held) => {
        const seen = () => (isSilent ? held.filter(({ direction }) => direction === sideOf[side]) : [...held])
        return {
          readAccount: async () => anAccount({ positions: seen(), readAt: world.clock.now() }),
          readPositions: async () => ({ rows: seen() }),
        }
      })
      const { send, set, accept, ports, held } = world
      set({ enforceMaximumAlertAgeInSeconds: false })
      await send(of('flat', side, at(0)))
      const entry = await accept(of('flat', other[side], at(60)))
      const { confirm } = ports.broker
      isSilent = true
      Object.assign(ports.broker, {
        confirm: async (login: BrokerLogin, reference: string) =>
          reference.startsWith('SP-') ? null : confirm(login, reference),
      })
      await executeAlert(ports, message(entry))
      const exit = await accept(of(side, 'flat', at(60)))
      await executeAlert(ports, message(exit))
      expect(held.map(({ direction }) => direction)).toEqual([sideOf[other[side]]])
    },
  )

  it('alerts of one bar lead to the strategy’s final position in any order of arrival, or one of them is refused and nothing stays open', async () => {
    const bars: [string, string, string][] = [
      ['flat', 'flat long|long flat', 'flat'],
      ['long', 'long flat|flat long', 'long'],
      ['long', 'long flat|flat short', 'short'],
      ['long', 'long short|short flat', 'flat'],
      ['short', 'short flat|flat long|long flat', 'flat'],
      ['long', 'long flat|flat short|short long', 'long'],
      ['long', 'long flat|flat short|short flat|flat long', 'long'],
    ]
    for (const [start, bar, end] of bars)
      for (const order of ordersOf(bar.split('|')))
        for (const outOfStep of ['WARN', 'FOLLOW', 'REFUSE'] as const) {
          const { send, set, rules, held } = patient()
          set({ allowHedging: true })
          rules({ outOfStep })
          if (start !== 'flat') await send(of('flat', start, at(0)))
          else {
            await send(of('flat', 'long', at(0)))
            await send(of('long', 'flat', at(10)))
          }
          const told: boolean[] = []
          for (const step of order) {
            const [from = '', to = ''] = step.split(' ')
            const outcome = await send(of(from, to, at(60)))
            told.push(outcome?.outcome !== 'PLACED' && to !== 'flat')
          }
          const sides = new Set(held.map(({ direction }) => (direction === 'BUY' ? 'long' : 'short')))
          const isThere = end === 'flat' ? sides.size === 0 : sides.size === 1 && sides.has(end as 'long')
          // The user sees the refusal, and no position is open.
          const isTold = told.includes(true) && sides.size === 0
          expect([isThere || isTold, outOfStep, order.join(', '), [...sides]]).toEqual([
            true,
            outOfStep,
            order.join(', '),
            [...sides],
          ])
          if (order.length === 2 && outOfStep !== 'REFUSE') expect([isThere, order]).toEqual([true, order])
        }
  })

  it.each(['long', 'short'] as const)(
    'from %s, an exit closes the reversal of its bar even if another entry has not arrived yet',
    async (side) => {
      const { send, set, held, sides } = patient()
      set({ allowHedging: true })
      await send(of('flat', side, at(0)))
      await send(of(side, other[side], at(60)))
      // This exit belongs to the position of the entry that has not arrived, and not to the reversal.
      expect(await send(of(side, 'flat', at(60)))).toMatchObject({ outcome: 'REFUSED' })
      expect(held.map(({ direction }) => direction)).toEqual([sideOf[other[side]]])
      expect(await send(of(other[side], 'flat', at(60)))).toMatchObject({ outcome: 'PLACED' })
      expect(sides()).toEqual([])
      expect(await send(of('flat', side, at(60)))).toMatchObject({ outcome: 'REFUSED' })
      expect(sides()).toEqual([])
    },
  )

  it.each(['WARN', 'FOLLOW'] as const)(
    'with %s, an exit closes the position even if an entry of its bar was refused',
    async (outOfStep) => {
      const { send, set, rules, sides } = patient()
      set({ allowHedging: true })
      rules({ outOfStep })
      await send(of('flat', 'long', at(0)))
      rules({ outOfStep, paused: true })
      expect((await send(of('flat', 'long', at(60))))?.sentence).toMatch(/^Refused: .*paused/)
      expect(await send(of('long', 'flat', at(60)))).toMatchObject({ outcome: 'PLACED' })
      expect(sides()).toEqual([])
    },
  )

  it('an exit that reports flat closes the strategy’s positions, but no position that was entered at the same time', async () => {
    const flat = { action: 'sell', position: 'flat', strategy: 'orb' }
    const { send, sides } = patient()
    await send(of('flat', 'long', at(0)))
    expect(await send({ ...flat, time: at(60) })).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual([])
    await send(of('flat', 'short', at(120)))
    const kept = await send({ ...flat, time: at(120) })
    expect(kept?.sentence).toMatch(
      /strategy orb has already entered again on NASDAQ:AAPL, so its position stays/,
    )
    expect(sides()).toEqual(['SELL 0.43'])
    // This exit is newer than the entry.
    await send({ ...flat, time: at(180) })
    expect(sides()).toEqual([])
  })

  it('a later alert of the strategy withdraws an alert that waits for approval', async () => {
    const { accept, send, ports, rules, tables, sides } = patient()
    rules({ askFirst: true })
    const asked = await accept(of('flat', 'long', at(0)))
    await executeAlert(ports, message(asked))
    expect(tables.alerts.get(asked)?.outcome?.outcome).toBe('ASKED')
    await send(of('long', 'flat', at(60)))
    const { clock, store, queue } = ports
    const sent: string[] = []
    await confirmAlert(
      { clock, store, queue: { ...queue, send: async ({ alertId }) => void sent.push(alertId) } },
      'ann',
      asked,
    )
    for (const alertId of sent) await executeAlert(ports, message(alertId))
    expect(tables.alerts.get(sent[0] ?? '')?.outcome?.outcome ?? 'none').not.toBe('PLACED')
    expect(sides()).toEqual([])
  })
})

describe('a strategy’s deals', () => {
  const pair = (prev_position: string, position: string, action: string) => ({
    prev_position,
    position,
    action,
    strategy: 'orb',
  })

  it('belong to the strategy until they are missing from two lists at least a minute apart', async () => {
    let isEmpty = false
    const { send, sides, clock } = tradingWorld((held) => ({
      readAccount: async () => anAccount({ positions: isEmpty ? [] : [...held], readAt: clock.now() }),
    }))
    await send(pair('flat', 'long', 'buy'))
    clock.pass(20 * 60_000)
    isEmpty = true
    await send({ action: 'BUY', strategy: 'other', market: 'LSE:UNKNOWN' })
    await send(pair('long', 'flat', 'sell'))
    isEmpty = false
    expect(sides()).toEqual(['BUY 0.43'])
    expect(await send(pair('long', 'flat', 'sell'))).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual([])
  })

  it('are closed under the epic that they were opened with, even if the instrument’s epic has changed', async () => {
    const { send, sides, held } = tradingWorld()
    await send(pair('flat', 'long', 'buy'))
    // The contract rolled, or the user mapped the market to another epic.
    held.splice(0, 1, { ...(held[0] as OpenPosition), epic: 'UA.D.AAPL.OLD.IP' })
    expect(await send(pair('long', 'flat', 'sell'))).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual([])
  })

  it('are found under another epic even without a strategy tag', async () => {
    const { send, sides, held } = tradingWorld()
    await send({ action: 'BUY' })
    held.splice(0, 1, { ...(held[0] as OpenPosition), epic: 'UA.D.AAPL.OLD.IP' })
    expect(await send({ action: 'CLOSE', price: undefined, atr: undefined })).toMatchObject({
      outcome: 'PLACED',
    })
    expect(sides()).toEqual([])
  })

  it('block a duplicate entry even if the instrument’s epic has changed', async () => {
    const { send, set, held } = tradingWorld()
    set({ preventDuplicatePositionsForInstrument: true })
    await send(pair('flat', 'long', 'buy'))
    held.splice(0, 1, { ...(held[0] as OpenPosition), epic: 'UA.D.AAPL.OLD.IP' })
    expect(await send(pair('flat', 'long', 'buy'))).toMatchObject({ outcome: 'REFUSED' })
    expect(held).toHaveLength(1)
  })

  it('are reversed after approval, even if the strategy’s entries are refused while the strategy is out of sync', async () => {
    const { accept, rules, ports, tables, send, sides } = tradingWorld()
    await send(pair('flat', 'long', 'buy'))
    rules({ askFirst: true, outOfStep: 'REFUSE' })
    const asked = await accept(pair('long', 'short', 'sell'))
    await executeAlert(ports, message(asked))
    expect(toldOutcome(tables.alerts.get(asked)?.outcome)).toMatchObject({
      outcome: 'ASKED',
      closedFirst: ['D1'],
    })
    expect(await confirmAlert(ports, 'ann', asked)).toBe('confirmed')
    const approved = [...tables.alerts.values()].find(({ confirms }) => confirms === asked)
    await executeAlert(ports, message(approved?.alertId ?? ''))
    expect(toldOutcome(tables.alerts.get(approved?.alertId ?? '')?.outcome)?.sentence).toMatch(
      /^Placed: Sell/,
    )
    expect(sides()).toEqual(['SELL 0.43'])
  })
})

describe('an alert ID that is used again after 30 days', () => {
  it('opens another deal, even if the account’s record still contains the first deal', async () => {
    const { send, sides, clock, tables } = tradingWorld()
    const again = { action: 'BUY', id: 'monthly' }
    expect(await send(again)).toMatchObject({ outcome: 'PLACED' })
    clock.pass(31 * 24 * 3_600_000)
    for (const alertId of tables.alerts.keys()) tables.alerts.delete(alertId)
    expect(await send({ ...again, time: new Date(clock.now() + 20_000).toISOString() })).toMatchObject({
      outcome: 'PLACED',
    })
    expect(sides()).toHaveLength(2)
  })
})

describe('a strategy that sends its position', () => {
  it('enters, adds, reduces, reverses and exits, and the positions at the broker follow', async () => {
    const { pair, sides } = tradingWorld()
    expect(await pair('flat', 'long', 'buy', ['0', '1'])).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual(['BUY 0.43'])
    await pair('long', 'long', 'buy', ['1', '2'])
    expect(sides()).toEqual(['BUY 0.43', 'BUY 0.43'])
    expect(await pair('long', 'long', 'sell', ['2', '1'])).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual(['BUY 0.43'])
    const turned = await pair('long', 'short', 'sell', ['1', '1'])
    expect(turned).toMatchObject({ outcome: 'PLACED', closedFirst: ['D2'] })
    expect(turned?.sentence).toMatch(/^Placed: Sell 0.43 .*\. Before that, D2 was closed$/)
    expect(sides()).toEqual(['SELL 0.43'])
    expect(await pair('short', 'flat', 'buy', ['1', '0'])).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual([])
  })

  it('reduces a position, and the outcome names the size that is still open', async () => {
    const { pair, sides } = tradingWorld()
    await pair('flat', 'long', 'buy', ['0', '3'])
    const outcome = await pair('long', 'long', 'sell', ['3', '1'])
    expect(outcome).toMatchObject({
      outcome: 'PLACED',
      sentence: `Partly closed 1 deal on Apple Inc (All Sessions): D1 (0.15 still open)`,
    })
    expect(sides()).toEqual(['BUY 0.15'])
  })

  it('reaches its position if the entry of a bar arrives before the exit', async () => {
    for (const outOfStep of ['WARN', 'FOLLOW'] as const) {
      const { pair, send, rules, sides, clock, tables } = tradingWorld()
      rules({ outOfStep })
      await pair('flat', 'long', 'buy', ['0', '1'])
      const time = new Date(clock.now()).toISOString()
      const strategy = 'orb'
      const entry = { action: 'sell', prev_position: 'flat', position: 'short', strategy, time }
      expect(await send(entry)).toMatchObject({ outcome: 'PLACED', closedFirst: ['D1'] })
      const exit = { action: 'sell', prev_position: 'long', position: 'flat', strategy, time }
      expect(await send(exit)).toMatchObject({ outcome: 'REFUSED' })
      expect(sides()).toEqual(['SELL 0.43'])
      const state = tables.accounts.get('ann#DEMO')?.standings?.orb?.markets['NASDAQ:AAPL']
      expect([state?.said.position, state?.followed?.position]).toEqual(['short', 'short'])
    }
  })

  it('reaches its position after an alert was lost', async () => {
    const { pair, rules, sides } = tradingWorld()
    rules({ outOfStep: 'FOLLOW' })
    await pair('flat', 'long', 'buy', ['0', '1'])
    // The alerts for long → flat and flat → short were lost.
    await pair('short', 'long', 'buy', ['1', '1'])
    expect(sides()).toEqual(['BUY 0.43'])
    // The alert for long 1 → long 2 was lost.
    const added = await pair('long', 'long', 'buy', ['2', '3'])
    expect(added?.trace.map(stepInWords).find(({ rule }) => rule === 'in step')?.sentence).toMatch(
      /^Out of sync: TradingView/,
    )
    expect(sides()).toEqual(['BUY 0.43', 'BUY 0.43'])
    await pair('long', 'flat', 'sell', ['3', '0'])
    expect(sides()).toEqual([])
  })

  it('closes only its own deals if the alert has its tag, and all deals if the alert has no tag', async () => {
    const { pair, send, held, sides } = tradingWorld()
    await pair('flat', 'long', 'buy', ['0', '1'])
    await send({ strategy: 'other' })
    held.push(aPosition({ epic, dealId: 'manually' }))
    const exit = { action: 'CLOSE', price: undefined, atr: undefined }
    expect(await send({ ...exit, strategy: 'orb' })).toMatchObject({ dealIds: ['D1'] })
    expect(held.map(({ dealId }) => dealId)).toEqual(['D2', 'manually'])
    expect(await send({ ...exit, action: 'CLOSE_ALL', market: '*' })).toMatchObject({
      outcome: 'PLACED',
      sentence: 'Closed 2 deals on the account',
    })
    expect(sides()).toEqual([])
  })

  it('is flat and in sync after a CLOSE alert that does not report a position', async () => {
    const { pair, send, tables } = tradingWorld()
    await pair('flat', 'long', 'buy', ['0', '1'])
    await send({ action: 'CLOSE', price: undefined, atr: undefined, strategy: 'orb' })
    const state = tables.accounts.get('ann#DEMO')?.standings?.orb?.markets['NASDAQ:AAPL']
    expect([state?.said.position, state?.followed?.position]).toEqual(['flat', 'flat'])
  })

  it('has its own rules for pause, limit, size and approval', async () => {
    const { pair, rules } = tradingWorld()
    rules({ paused: true })
    expect(await pair('flat', 'long', 'buy')).toMatchObject({
      sentence: 'Refused: strategy not paused — you paused the strategy orb',
    })
    rules({ askFirst: true })
    expect(await pair('flat', 'long', 'buy')).toMatchObject({ outcome: 'ASKED' })
    rules({ sizePercent: 50 })
    expect(await pair('flat', 'long', 'buy')).toMatchObject({ order: { size: '0.21' } })
    rules({ maximumPositions: 1 })
    expect(await pair('long', 'long', 'buy', ['1', '2'])).toMatchObject({
      sentence: 'Refused: strategy limit — orb has 1 position; its limit is 1 position',
    })
  })

  it('closes its position even if it is paused while the exit is processed, because a pause blocks only entries', async () => {
    const world = tradingWorld()
    const { ports, user, rules } = world
    await world.pair('flat', 'long', 'buy')
    const { getSettings } = ports.store
    Object.assign(ports.store, {
      getSettings: async (...whose: Parameters<typeof getSettings>) => {
        rules({ paused: true })
        return getSettings(...whose)
      },
    })
    expect(user.settings.strategies).toEqual({})
    expect(await world.pair('long', 'flat', 'sell')).toMatchObject({ outcome: 'PLACED' })
    expect(world.sides()).toEqual([])
  })
})

describe('a reversal', () => {
  const failing = (sent: SendResult) => tradingWorld(() => ({ closePosition: async () => sent }))

  it('opens nothing if IG refuses the close', async () => {
    const { pair, sides, calls } = failing({ kind: 'refused', code: 'X', message: 'the market is closed' })
    await pair('flat', 'long', 'buy')
    expect(await pair('long', 'short', 'sell')).toMatchObject({
      outcome: 'REJECTED',
      sentence: expect.stringMatching(
        /the market is closed\. The opposite position was not opened$/,
      ) as string,
    })
    expect([sides(), calls.filter((call) => call === 'place').length]).toEqual([['BUY 0.43'], 1])
  })

  it('opens only after the close is confirmed', async () => {
    const world = failing({ kind: 'unknown', message: 'no answer' })
    const { held, tables, ports, clock, queued, calls } = world
    await world.pair('flat', 'long', 'buy')
    user(world, { enforceMaximumAlertAgeInSeconds: false })
    const alertId = await world.accept({
      action: 'sell',
      prev_position: 'long',
      position: 'short',
      strategy: 'orb',
    })
    await executeAlert(ports, message(alertId))
    const outcome = () => toldOutcome(tables.alerts.get(alertId)?.outcome)
    const placed = () => calls.filter((call) => call === 'place').length
    expect([outcome(), placed()]).toEqual([null, 1])
    const reconcile = async () => {
      clock.pass(limits.executorOwnsClaim + 1_000)
      await reconcileAlerts(ports, clock.now() + 60_000, (_alert, error) => {
        throw error
      })
    }
    await reconcile()
    expect([outcome(), placed()]).toEqual([null, 1])
    // The close was carried out after all.
    held.length = 0
    queued.length = 0
    await reconcile()
    expect(queued).toEqual([message(alertId)])
    expect([...tables.logs.values()].at(-1)?.message).toMatch(
      /^Closed 1 deal on \S+, before opening in the opposite direction$/,
    )
    await executeAlert(ports, message(alertId))
    expect(outcome()).toMatchObject({ outcome: 'PLACED', closedFirst: ['D1'] })
    expect(world.sides()).toEqual(['SELL 0.43'])
  })

  it('reports a deleted working order as deleted, not as closed', async () => {
    const world = tradingWorld()
    const order = aWorkingOrder({ epic, dealId: 'W1', direction: 'BUY', strategy: 'orb' })
    let isOpen = true
    const broker: Broker = {
      ...world.ports.broker,
      readAccount: async () => anAccount({ workingOrders: isOpen ? [order] : [], readAt: world.clock.now() }),
      deleteOrder: async () => {
        isOpen = false
        return { kind: 'received', dealReference: 'DELETE1' }
      },
      confirm: async () => ({
        kind: 'accepted',
        dealId: 'W1',
        level: null,
        size: null,
        effect: 'deleted',
        affectedDealIds: ['W1'],
      }),
      readMarket: async () => Promise.reject(new BrokerError('unreachable', 'couldn’t reach IG')),
    }
    const owned = {
      dealId: 'W1',
      dealReference: 'SP-w',
      accountId: 'ZZ1AB',
      strategy: 'orb',
      market: 'NASDAQ:AAPL',
      epic: 'UA.D.AAPL.DAILY.IP',
      at: 0,
    }
    world.tables.accounts.set('ann#DEMO', { ...emptyLedger, version: 1, owned: [owned] })
    const alertId = await world.accept({
      action: 'sell',
      prev_position: 'long',
      position: 'short',
      strategy: 'orb',
    })
    await executeAlert({ ...world.ports, broker }, message(alertId))
    expect(toldOutcome(world.tables.alerts.get(alertId)?.outcome)?.sentence).toMatch(
      /\. Before that, W1 was deleted/,
    )
  })

  it('reports the closed position if a rule refuses the entry', async () => {
    const { pair, set, sides } = tradingWorld()
    await pair('flat', 'long', 'buy')
    set({ instrumentTradeCooldownPeriodInHours: 24 })
    const outcome = await pair('long', 'short', 'sell')
    expect(outcome).toMatchObject({ outcome: 'REFUSED', closedFirst: ['D1'] })
    expect(outcome?.sentence).toMatch(
      /your cooldown is 24 h .*\. Before that, D1 was closed\. The opposite position was not opened$/,
    )
    expect(sides()).toEqual([])
  })

  it('closes immediately but opens only after approval, if the user requires approval', async () => {
    const { send, set, sides, ports, tables } = tradingWorld()
    await send({})
    set({ askFirst: true })
    expect(await send({ action: 'REVERSE' })).toMatchObject({
      outcome: 'ASKED',
      closedFirst: ['D1'],
    })
    expect(sides()).toEqual([])
    const alertId = [...tables.alerts.keys()].at(-1) ?? ''
    expect(await confirmAlert(ports, 'ann', alertId)).toBe('confirmed')
    await executeAlert(ports, message([...tables.alerts.keys()].at(-1) ?? ''))
    expect(sides()).toEqual(['SELL 0.43'])
  })

  it('opens opposite to the current position if the action is REVERSE', async () => {
    const { send, sides } = tradingWorld()
    await send({ strategy: 'orb' })
    expect(await send({ action: 'REVERSE', strategy: 'orb' })).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual(['SELL 0.43'])
    expect(await send({ action: 'REVERSE', strategy: 'other' })).toMatchObject({
      sentence: expect.stringMatching(
        /nothing to reverse \(1 position there, none opened by strategy other\)/,
      ) as string,
    })
  })
})

const user = ({ user: owner }: { user: { settings: object } }, change: object) => {
  owner.settings = { ...owner.settings, ...change }
}

describe('a stop that an alert moves', () => {
  const stop = { action: 'STOP', price: undefined, atr: undefined, strategy: 'orb' }

  it('is at its new level, and the outcome reports the level', async () => {
    const { send, held } = tradingWorld()
    await send({ strategy: 'orb' })
    expect(await send({ ...stop, level: '225' })).toMatchObject({
      outcome: 'PLACED',
      sentence: `Moved the stop of 1 position on Apple Inc (All Sessions) to 22,500`,
      dealIds: ['D1'],
    })
    expect(held[0]).toMatchObject({ stopLevel: '22500' })
  })

  it('is checked if IG’s answer was lost, and moved again if it is still at its old level', async () => {
    let sends = 0
    const world = tradingWorld((held) => ({
      moveStop: async (_login, { stopLevel }) => {
        sends += 1
        if (sends === 2 && held[0]) held[0] = { ...held[0], stopLevel }
        return { kind: 'unknown', message: 'no answer' }
      },
    }))
    await world.send({ strategy: 'orb' })
    expect(await world.send({ ...stop, level: '225' })).toMatchObject({ outcome: 'PLACED' })
    expect(sends).toBe(2)
  })

  it('is not moved again if someone else has moved it in the meantime', async () => {
    const world = tradingWorld((held) => ({
      moveStop: async () => {
        if (held[0]) held[0] = { ...held[0], stopLevel: '22600' }
        return { kind: 'unknown', message: 'no answer' }
      },
    }))
    await world.send({ strategy: 'orb' })
    expect(await world.send({ ...stop, level: '225' })).toMatchObject({
      outcome: 'NOT_PLACED',
      sentence: expect.stringMatching(/D1: its stop is at 22,600; it was moved outside Signalpost/) as string,
    })
    expect(world.calls.filter((call) => call === 'moveStop')).toHaveLength(1)
  })

  it('is reported with IG’s reason if IG refuses it', async () => {
    const refused = { kind: 'refused', code: 'X', message: 'trailing stops are not enabled' } as const
    const world = tradingWorld(() => ({ moveStop: async () => refused }))
    await world.send({ strategy: 'orb' })
    expect(await world.send({ ...stop, action: 'TRAIL', distance: 100, step: 10 })).toMatchObject({
      outcome: 'REJECTED',
      sentence: expect.stringMatching(/D1: trailing stops are not enabled/) as string,
    })
  })

  it('is checked again until the quarantine ends, if its position cannot be read', async () => {
    let isDown = false
    const world = tradingWorld((held) => ({
      moveStop: async () => {
        isDown = true
        return { kind: 'unknown', message: 'no answer' }
      },
      readPositions: async () => {
        if (isDown) throw new BrokerError('unreachable', 'IG didn’t respond')
        return { rows: held }
      },
    }))
    await world.send({ strategy: 'orb' })
    expect(await world.send({ ...stop, level: '225' })).toBeNull()
    isDown = false
    const { clock, ports, tables } = world
    const check = () =>
      reconcileAlerts(ports, clock.now() + 60_000, (_alert, error) => {
        throw error
      })
    clock.pass(limits.executorOwnsClaim + 1_000)
    await check()
    const last = () => toldOutcome([...tables.alerts.values()].at(-1)?.outcome)
    expect(last()).toBeNull()
    clock.pass(limits.quarantine)
    await check()
    expect(last()).toMatchObject({
      outcome: 'NOT_PLACED',
      sentence: expect.stringMatching(/IG shows it unchanged/) as string,
    })
  })
})

describe('an alert that fires many times', () => {
  it('is reported once, before TradingView stops it', async () => {
    const { ports, body, clock, tables, notifications } = tradingWorld()
    for (let fired = 0; fired < 14; fired += 1) {
      clock.pass(12_000)
      const accepted = await acceptAlert(ports, body({ action: 'CLOSE', price: undefined, atr: undefined }))
      await executeAlert(ports, message((accepted as { alertId: string }).alertId))
    }
    const rateEntries = [...tables.logs.values()].filter(({ key }) => key.startsWith('rate-'))
    expect(rateEntries.map(({ message: words }) => words)).toEqual([
      '12 alerts for NASDAQ:AAPL within 3 minutes. TradingView stops an alert that fires more than 15 times in that time',
    ])
    expect(notifications.filter(({ type }) => type === 'alert.stopping').map(({ id }) => id)).toEqual([
      expect.stringMatching(/^rate-DEMO-NASDAQ:AAPL-/),
    ])
  })

  it.each([
    [14, 4, 1],
    [12, 1, 1],
    [15, 3, 0],
    [11, 11, 0],
  ])(
    'that has fired %i times in three minutes, with %i of these alerts in the current batch, is reported %i times',
    async (fired, now, times) => {
      const { ports, clock, notifications } = tradingWorld()
      const alert = { userId: 'ann', alertId: 'A', captured: { mode: 'DEMO' }, alert: { market: 'LSE:VOD' } }
      const batch = Array.from({ length: now }, () => alert as AlertRecord)
      const recent = { 'LSE:VOD': Array.from({ length: fired }, () => clock.now()) }
      await notifyOfRate(ports, batch, { ...emptyLedger, recent })
      expect(notifications).toHaveLength(times)
    },
  )

  it('is not reported if it fires at long intervals', async () => {
    const { send, tables } = tradingWorld()
    for (let fired = 0; fired < 15; fired += 1)
      await send({ action: 'CLOSE', price: undefined, atr: undefined })
    expect([...tables.logs.keys()].filter((key) => key.startsWith('rate-'))).toEqual([])
  })
})
