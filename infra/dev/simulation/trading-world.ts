import { toldOutcome } from '../testing/told-outcome.ts'
import { acceptAlert } from '../../../functions/trading/accept/accept.ts'
import { executeAlert } from '../../../functions/trading/execute.ts'
import type { Broker, Confirmation } from '../../../functions/trading/ports/broker.ts'
import { defaultStrategyRules, type StrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import type { OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import { anAccount, aPosition, epic } from '../testing/trading-values.ts'
import { calmWorld, message } from './engine.ts'

/** A world in which the broker carries out everything at once, and its lists show the result immediately. */
export const tradingWorld = (change: (held: OpenPosition[]) => Partial<Broker> = () => ({})) => {
  const held: OpenPosition[] = []
  let deals = 0
  const verdicts = new Map<string, Confirmation>()
  const confirmed = (
    dealId: string,
    effect: 'opened' | 'closed' | 'partly closed' | 'amended',
    size = '',
  ) => {
    const reference = `C${(deals += 1)}`
    verdicts.set(reference, {
      kind: 'accepted',
      dealId,
      level: null,
      size: size === '' ? null : size,
      effect,
      affectedDealIds: [dealId],
    })
    return { kind: 'received', dealReference: reference } as const
  }
  const usual: Partial<Broker> = {
    readAccount: async () => anAccount({ positions: [...held], readAt: world.clock.now() }),
    readPositions: async () => ({ rows: [...held] }),
    place: async (_login, order, dealReference) => {
      const dealId = `D${(deals += 1)}`
      const { direction, size } = order
      const createdAt = world.clock.now()
      held.push(aPosition({ epic, dealId, dealReference, direction, size, level: '22980', createdAt }))
      verdicts.set(dealReference, {
        kind: 'accepted',
        dealId,
        level: '22980',
        size,
        effect: 'opened',
        affectedDealIds: [dealId],
      })
      return { kind: 'received', dealReference }
    },
    closePosition: async (_login, { dealId, size }) => {
      const at = held.findIndex((position) => position.dealId === dealId)
      const position = held[at]
      if (!position) return { kind: 'refused', code: 'gone', message: 'gone', mayPassLater: true }
      const left = Math.round((Number(position.size) - Number(size)) * 100) / 100
      held.splice(at, 1, ...(left > 0 ? [{ ...position, size: String(left) }] : []))
      return confirmed(dealId, left > 0 ? 'partly closed' : 'closed', size)
    },
    moveStop: async (_login, { dealId, stopLevel, trail }) => {
      const at = held.findIndex((position) => position.dealId === dealId)
      if (held[at]) held[at] = { ...held[at], stopLevel, trail }
      return confirmed(dealId, 'amended')
    },
    confirm: async (_login, reference) => verdicts.get(reference) ?? null,
  }
  const world = calmWorld({ ...usual, ...change(held) })
  const { user, tables, clock } = world
  const set = (rules: Partial<typeof user.settings>) => (user.settings = { ...user.settings, ...rules })
  set({
    orderType: 'MARKET',
    preventDuplicatePositionsForInstrument: false,
    instrumentTradeCooldownPeriodInHours: 0,
  })
  const accept = async (fields: Record<string, unknown>) => {
    clock.pass(20_000)
    const accepted = await acceptAlert(world.ports, world.body(fields))
    return (accepted as { alertId: string }).alertId
  }
  const send = async (fields: Record<string, unknown>) => {
    const alertId = await accept(fields)
    await executeAlert(world.ports, message(alertId))
    return toldOutcome(tables.alerts.get(alertId)?.outcome)
  }
  const pair = (from: string, to: string, action: string, sizes?: readonly [before: string, after: string]) =>
    send({
      action,
      prev_position: from,
      position: to,
      ...(sizes && { prev_position_size: sizes[0], position_size: sizes[1] }),
      strategy: 'orb',
    })
  const sides = () => held.map(({ direction, size }) => `${direction} ${size}`)
  const rules = (change: Partial<StrategyRules>) =>
    set({ strategies: { orb: { ...defaultStrategyRules, ...change } } })
  return { ...world, held, set, rules, accept, send, pair, sides }
}
