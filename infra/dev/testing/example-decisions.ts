import type { ResponseOf } from '../../../shared/contract/index.ts'
import { aMarket, anAccount, aSnapshot, now, someSettings } from './trading-values.ts'

const hour = 3_600_000
const settings = someSettings({
  instrumentTradeCooldownPeriodInHours: 0,
  preventDuplicatePositionsForInstrument: false,
  orderType: 'MARKET',
  smallestFirst: 0,
})

const decision = (alertId: string, hours: number, lastOrderAt: number | null) => {
  const at = now + hours * hour
  const { settings: _, ...snapshot } = aSnapshot({
    now: at,
    acceptedAt: at - 1_000,
    lastOrderAt,
    account: anAccount({ readAt: at }),
    market: aMarket({ quotedAt: at }),
  })
  const alert = { ...snapshot.alert, firedAt: at - 1_000 }
  return { alertId, ended: 'decided' as const, settingsName: 'one', snapshot: { ...snapshot, alert } }
}

/**
 * Three decisions to place an order. The second is an hour after the first, and the third is eight hours after the
 * second.
 */
export const someDecisions = (): ResponseOf<'listDecisions'> => ({
  decisions: [decision('one', 0, null), decision('two', 1, now), decision('three', 9, now + hour)],
  settings: { one: { ...settings } },
  next: null,
})

/** Decisions to place an order, one each hour. */
export const hourlyDecisions = (count: number): ResponseOf<'listDecisions'> => ({
  ...someDecisions(),
  decisions: Array.from({ length: count }, (_, hours) =>
    decision(`hour${hours}`, hours, hours === 0 ? null : now + (hours - 1) * hour),
  ),
})
