import { toldOutcome } from '../testing/told-outcome.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { acceptAlert } from '../../../functions/trading/accept/accept.ts'
import { executeAlert } from '../../../functions/trading/execute.ts'
import { ownerOf } from '../../../functions/trading/ledger/owners.ts'
import type { BrokerLogin } from '../../../functions/trading/ports/broker.ts'
import { defaultStrategyRules, type OutOfStep } from '../../../shared/strategies/strategy-rules.ts'
import { startIgOverPaper } from '../testing/ig-over-paper.ts'
import { usualMarkets } from '../paper-ig/markets.ts'
import { anInstrument } from '../testing/trading-values.ts'
import { calmWorld, message } from './engine.ts'
import { Chance } from './scheduler.ts'
import { SimTables, simStore } from './store.ts'
import { StrategyEmulator } from './strategy-emulator.ts'
import { stepInWords } from '../../../shared/trading/rules/trace.ts'

/**
 * The tests in this file send the alerts of emulated strategies through the webhook, with our client over paper IG.
 * After each alert, the broker's positions must be proportional to those of the strategy.
 */

/** The size at IG of one unit of a strategy's position. */
const unit = 10
const markets = ['KA.D.BP.CASH.IP', 'UA.D.AAPL.CASH.IP', 'KA.D.VOD.CASH.IP'].map((epic) => {
  const market = usualMarkets.find((each) => each.epic === epic)
  if (!market) throw new Error(`Paper IG has no ${epic}`)
  return market
})
const tags = ['orb', 'trend', undefined]

let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

const replayWorld = async (outOfStep: OutOfStep) => {
  const { paper, clock, broker } = await startIgOverPaper()
  stop = () => paper.stop()
  for (const { epic, price, spread } of markets)
    await fetch(`http://127.0.0.1:${paper.ig.port}/_paper/market/${epic}`, {
      method: 'POST',
      body: JSON.stringify({ bid: price - spread / 2, offer: price + spread / 2, marketStatus: 'TRADEABLE' }),
    })
  const calm = calmWorld()
  const tables = new SimTables(
    markets.map(({ tradingView, epic, price, spread, lotSize, scalingFactor, gbpRate }) => ({
      ...anInstrument(),
      marketAndSymbol: tradingView,
      igEpic: epic,
      tradingViewPriceMultiplier: '1',
      atrStopLossPeriod: 1,
      atrProfitTargetPeriod: 1,
      atrStopLossMultiplePercentage: '200',
      atrProfitMultiplePercentage: '300',
      // Allows exactly one unit at bid or offer, and not one step of size more.
      maxPositionSize: String((unit + 0.004) * (price + spread / 2) * lotSize * scalingFactor * gbpRate),
    })),
  )
  const rules = { ...defaultStrategyRules, outOfStep }
  const secret = calm.user.secrets.DEMO
  tables.users.set('ann', {
    ...calm.user,
    settings: {
      ...calm.user.settings,
      orderType: 'MARKET',
      preventDuplicatePositionsForInstrument: false,
      instrumentTradeCooldownPeriodInHours: 0,
      maximumOpenPositions: 100,
      maximumOpenPositionsAndPendingOrders: 100,
      strategies: { orb: rules, trend: rules, '': rules },
    },
    credentials: {
      ...calm.user.credentials,
      DEMO: { accountId: 'PAPER-DEMO-CFD', version: 1 },
    },
  })
  const ports = {
    ...calm.ports,
    clock,
    broker,
    store: simStore(tables, { call: async (carryOut) => carryOut() }, clock.now),
  }
  const login: BrokerLogin = {
    userId: 'ann',
    mode: 'DEMO',
    accountId: 'PAPER-DEMO-CFD',
    credentialsVersion: 1,
  }

  const send = async (fields: Record<string, unknown>) => {
    // Each alert gets a new minute of the allowance, because the bars of a strategy are minutes apart.
    paper.clock.pass(60_000)
    const body = JSON.stringify({ secret, time: new Date(clock.now()).toISOString(), ...fields })
    const accepted = await acceptAlert(ports, body)
    if (accepted.kind !== 'queued') throw new Error(`${accepted.kind}: ${body}`)
    await executeAlert(ports, message(accepted.alertId))
    return toldOutcome(tables.alerts.get(accepted.alertId)?.outcome)
  }
  /** The broker's position of a strategy on a market in units. It is negative if short. */
  const held = async (strategy: string | undefined, epic: string) => {
    paper.clock.pass(60_000)
    const { rows } = await broker.readPositions(login)
    const owner = ownerOf(await ports.store.getLedger(login))
    return rows
      .filter((row) => row.epic === epic && owner(row) === (strategy ?? ''))
      .reduce((sum, { direction, size }) => sum + (direction === 'BUY' ? 1 : -1) * (Number(size) / unit), 0)
  }
  return { send, held }
}

const alertsOf = function* (seed: number, count: number) {
  const chance = new Chance(seed)
  const strategies = tags.flatMap((strategy) =>
    markets.map((market) => ({ strategy, market, emulator: new StrategyEmulator(3) })),
  )
  for (let sent = 0; sent < count;) {
    const { strategy, market, emulator } = chance.oneOf(strategies)
    const filled = emulator.next(chance)
    if (!filled) continue
    sent += 1
    const fields = {
      ...filled,
      market: market.tradingView,
      price: String(market.price),
      atr: [(market.price * 0.05).toFixed(market.decimals)],
      ...(strategy === undefined ? {} : { strategy }),
    }
    yield { fields, strategy, market, emulator, isLost: chance.happens(0.03), kind: kindOf(filled) }
  }
}

const kindOf = ({ prev_position: from, position: to, ...sizes }: Record<string, string>) => {
  if (from === 'flat') return 'entry'
  if (to === 'flat') return 'exit'
  if (from !== to) return 'reversal'
  return Number(sizes.position_size) > Number(sizes.prev_position_size) ? 'pyramiding' : 'partial exit'
}

const sideOf = (units: number) => (Math.abs(units) < near ? 'flat' : units > 0 ? 'long' : 'short')

/** The largest difference in units that counts as equal, because partial sizes are rounded down to hundredths. */
const near = 0.02

describe('emulated strategies over paper IG', () => {
  it('have the same position at the broker after each of 240 alerts of all kinds', async () => {
    const { send, held } = await replayWorld('WARN')
    const kinds = new Map<string, number>()
    for (const { fields, strategy, market, emulator, kind } of alertsOf(7, 240)) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      const outcome = await send(fields)
      expect(outcome?.outcome, outcome?.sentence).toBe('PLACED')
      expect(Math.abs((await held(strategy, market.epic)) - emulator.signed)).toBeLessThan(near)
    }
    expect(Math.min(...kinds.values())).toBeGreaterThanOrEqual(15)
    expect([...kinds.keys()].sort()).toEqual(['entry', 'exit', 'partial exit', 'pyramiding', 'reversal'])
  })

  it('are reported as out of sync by the next alert after a lost alert, and IG’s positions then follow them again', async () => {
    const { send, held } = await replayWorld('FOLLOW')
    /** Positions that differ because an alert was lost, by strategy and market, and whether this was noticed. */
    const lost = new Map<string, 'unseen' | 'seen'>()
    let losses = 0
    let seen = 0
    for (const { fields, strategy, market, emulator, isLost } of alertsOf(11, 300)) {
      const name = `${strategy} ${market.epic}`
      if (isLost) {
        losses += 1
        // Two lost alerts may cancel each other out.
        const isApart = Math.abs((await held(strategy, market.epic)) - emulator.signed) >= near
        if (isApart) lost.set(name, 'unseen')
        else lost.delete(name)
        continue
      }
      const outcome = await send(fields)
      const step = outcome?.trace.map(stepInWords).find(({ rule }) => rule === 'in step')
      if (lost.get(name) === 'unseen') {
        seen += 1
        expect(step?.sentence).toMatch(/^(Out of sync|The strategy’s opposite position is closed)/)
        lost.set(name, 'seen')
      }
      const units = await held(strategy, market.epic)
      // The side is correct at once. An order opens only one of the missed units at a time.
      expect(sideOf(units)).toBe(sideOf(emulator.signed))
      if (Math.abs(units - emulator.signed) < near) lost.delete(name)
      else expect(lost.get(name)).toBe('seen')
    }
    expect(losses).toBeGreaterThanOrEqual(5)
    expect(seen).toBeGreaterThanOrEqual(4)
  })
})
