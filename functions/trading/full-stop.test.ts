import { toldOutcome } from '../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import { message } from '../../infra/dev/simulation/engine.ts'
import { tradingWorld } from '../../infra/dev/simulation/trading-world.ts'
import { confirmAlert } from './accept/confirm-alert.ts'
import { executeAlert } from './execute.ts'
import { limits } from './ports/limits.ts'

/** Creates a world whose user can stop everything, resume, and carry out held alerts. */
const world = (...given: Parameters<typeof tradingWorld>) => {
  const trading = tradingWorld(...given)
  const { set, clock, ports, tables } = trading
  const stop = () => set({ stoppedSince: new Date(clock.now()).toISOString() })
  const resume = () => set({ stoppedSince: null })
  const lastAlert = () => [...tables.alerts.keys()].at(-1) ?? ''
  const carryOut = async (alertId: string) => {
    expect(await confirmAlert(ports, 'ann', alertId)).toBe('confirmed')
    await executeAlert(ports, message(lastAlert()))
    return toldOutcome(tables.alerts.get(lastAlert())?.outcome)
  }
  return { ...trading, stop, resume, lastAlert, carryOut }
}

const exit = { action: 'CLOSE', strategy: 'orb' }
const closeAll = { action: 'CLOSE_ALL', strategy: 'orb', market: '*', price: undefined, atr: undefined }

describe('Stop everything', () => {
  it('holds an exit back, refuses an entry, and carries the exit out once when the user asks for it', async () => {
    const { send, stop, resume, sides, lastAlert, carryOut, clock, tables } = world()
    await send({ strategy: 'orb' })
    stop()
    expect(await send(exit)).toMatchObject({
      outcome: 'HELD',
      sentence: expect.stringMatching(
        /^Held: you stopped everything at .*once you resume trading$/,
      ) as string,
    })
    const held = lastAlert()
    expect(await send({ strategy: 'orb' })).toMatchObject({ outcome: 'REFUSED' })
    expect(sides()).toEqual(['BUY 0.43'])
    resume()
    // Five hours are longer than any age limit.
    clock.pass(5 * 3_600_000)
    expect(await carryOut(held)).toMatchObject({ outcome: 'PLACED', dealIds: ['D1'] })
    const alerts = tables.alerts.size
    await carryOut(held)
    expect([sides(), tables.alerts.size]).toEqual([[], alerts])
  })

  it.each([
    { action: 'REDUCE', percent: 50, strategy: 'orb' },
    { action: 'CANCEL' },
    { action: 'STOP', level: '225', strategy: 'orb' },
    { action: 'TRAIL', distance: 100, step: 10, strategy: 'orb' },
    { ...closeAll },
    { action: 'REVERSE', strategy: 'orb', price: '229.8' },
  ])('holds $action and sends no request to IG', async (alert) => {
    const { send, stop, calls } = world()
    await send({ strategy: 'orb' })
    stop()
    const before = calls.length
    expect(await send({ price: undefined, atr: undefined, ...alert })).toMatchObject({ outcome: 'HELD' })
    expect(calls).toHaveLength(before)
  })

  it('does not carry out a held alert after seven days', async () => {
    const { send, stop, resume, lastAlert, clock, ports } = world()
    await send({ strategy: 'orb' })
    stop()
    await send(exit)
    resume()
    clock.pass(7 * 24 * 3_600_000 + 1_000)
    expect(await confirmAlert(ports, 'ann', lastAlert())).toBe('late')
  })

  it('does not close positions that the strategy opened after its exit was held back', async () => {
    const { send, stop, resume, sides, lastAlert, carryOut } = world()
    await send({ strategy: 'orb' })
    stop()
    await send(exit)
    const held = lastAlert()
    resume()
    await send({ strategy: 'orb' })
    expect(await carryOut(held)).toMatchObject({
      outcome: 'EXPIRED',
      sentence: expect.stringMatching(/a position or order was opened at .*, after this was held/) as string,
    })
    expect(sides()).toEqual(['BUY 0.43', 'BUY 0.43'])
  })

  it('carries out only the exit of a reversal that was held back', async () => {
    const { pair, stop, resume, sides, lastAlert, carryOut } = world()
    await pair('flat', 'long', 'buy')
    stop()
    expect(await pair('long', 'short', 'sell')).toMatchObject({ outcome: 'HELD' })
    resume()
    expect(await carryOut(lastAlert())).toMatchObject({
      outcome: 'EXPIRED',
      closedFirst: ['D1'],
      sentence: expect.stringMatching(
        /\. Before that, D1 was closed\. The opposite position was not opened$/,
      ) as string,
    })
    expect(sides()).toEqual([])
  })

  it('carries out both of two partial closes that were held back', async () => {
    const { send, stop, resume, sides, lastAlert, carryOut } = world()
    await send({ strategy: 'orb' })
    stop()
    const half = { action: 'REDUCE', percent: 50, strategy: 'orb' }
    await send(half)
    const first = lastAlert()
    await send(half)
    const second = lastAlert()
    resume()
    expect(await carryOut(first)).toMatchObject({ outcome: 'PLACED' })
    expect(await carryOut(second)).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual(['BUY 0.11'])
  })

  it('holds an exit back again if the user asks for it while everything is still stopped', async () => {
    const { send, stop, resume, sides, lastAlert, carryOut } = world()
    await send({ strategy: 'orb' })
    stop()
    await send(exit)
    expect(await carryOut(lastAlert())).toMatchObject({ outcome: 'HELD' })
    expect(sides()).toEqual(['BUY 0.43'])
    resume()
    expect(await carryOut(lastAlert())).toMatchObject({ outcome: 'PLACED' })
  })

  it('holds an exit back if it was decided but not yet sent', async () => {
    const { accept, send, stop, ports, sides, clock, tables } = world()
    await send({ strategy: 'orb' })
    const alertId = await accept(exit)
    const store = {
      ...ports.store,
      saveLedger: async (...given: Parameters<typeof ports.store.saveLedger>) => {
        const isSaved = await ports.store.saveLedger(...given)
        stop()
        clock.pass(limits.lastCheck + 1)
        return isSaved
      },
    }
    await executeAlert({ ...ports, store }, message(alertId))
    expect(toldOutcome(tables.alerts.get(alertId)?.outcome)).toMatchObject({
      outcome: 'HELD',
      sentence:
        'Held: you stopped everything before this could be sent. You can carry it out once you resume trading',
    })
    expect(sides()).toEqual(['BUY 0.43'])
  })

  it('interrupts a run that closes many deals, and the deals that stay open are listed and can be closed later', async () => {
    const { accept, send, stop, resume, ports, sides, clock, tables, carryOut } = world()
    for (let deal = 0; deal < 4; deal += 1) await send({ strategy: 'orb' })
    const alertId = await accept(closeAll)
    let closes = 0
    const broker = {
      ...ports.broker,
      closePosition: async (...given: Parameters<typeof ports.broker.closePosition>) => {
        closes += 1
        clock.pass(limits.lastCheck + 1)
        if (closes === 2) stop()
        return ports.broker.closePosition(...given)
      },
    }
    await executeAlert({ ...ports, broker, ordersAtOnce: 1 }, message(alertId))
    const reason = 'you stopped everything before it could be closed'
    expect(toldOutcome(tables.alerts.get(alertId)?.outcome)).toMatchObject({
      outcome: 'HELD',
      dealIds: ['D1', 'D2'],
      openDealIds: ['D3', 'D4'],
      sentence: `Held: 2 of 4 deals on the account, D3 (BUY 0.43): ${reason}; D4 (BUY 0.43): ${reason}. You can carry it out once you resume trading`,
    })
    expect(sides()).toHaveLength(2)
    resume()
    expect(await carryOut(alertId)).toMatchObject({ outcome: 'PLACED', dealIds: ['D3', 'D4'] })
    expect(sides()).toEqual([])
  })
})
