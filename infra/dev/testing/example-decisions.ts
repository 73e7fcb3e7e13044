import type { ResponseOf } from '../../../shared/contract/index.ts'
import {
  aMarket,
  anAccount,
  anInstrument,
  aPosition,
  aSnapshot,
  now,
  someSettings,
} from './trading-values.ts'

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

/** Three alerts that were placed: an hour after the first one came the second, and eight hours later the third. */
export const someDecisions = (): ResponseOf<'listDecisions'> => ({
  decisions: [decision('one', 0, null), decision('two', 1, now), decision('three', 9, now + hour)],
  settings: { one: { ...settings } },
  next: null,
})

const markets = [
  'NASDAQ:AAPL',
  'LSE:VOD',
  'LSE:BP.',
  'LSE:TSCO',
  'LSE:SHEL',
  'LSE:AZN',
  'OANDA:XAUUSD',
  'FX:EURUSD',
]
const marketOf = (index: number) => markets[index % markets.length] as string
const epicOf = (index: number) => `KA.D.X${index % markets.length}.DAILY.IP`
const idOf = (index: number) => `alert${String(index).padStart(21, '0')}`

/** As many placed alerts until `until`, 13 minutes apart in eight markets, with up to four positions of earlier ones open. */
export const manyDecisions = (count: number, until: number): ResponseOf<'listDecisions'> => ({
  decisions: Array.from({ length: count }, (_, index) => {
    const at = until - (count - index) * 13 * 60_000
    const positions = Array.from({ length: index % 5 }, (_, nth) => index - 1 - 2 * nth)
      .filter((earlier) => earlier >= 0)
      .map((earlier) =>
        aPosition({
          dealId: `D-${earlier}`,
          dealReference: `SP-${idOf(earlier).slice(0, 20)}tk1234`,
          epic: epicOf(earlier),
          market: marketOf(earlier),
        }),
      )
    const { settings: _settings, ...snapshot } = aSnapshot({
      now: at,
      acceptedAt: at - 1_000,
      lastOrderAt: at - markets.length * 13 * 60_000,
      instrument: anInstrument({ marketAndSymbol: marketOf(index), igEpic: epicOf(index) }),
      account: anAccount({ readAt: at, positions }),
      market: aMarket({ quotedAt: at, epic: epicOf(index) }),
    })
    const action = index % 3 === 0 ? ('SELL' as const) : ('BUY' as const)
    const alert = { ...snapshot.alert, market: marketOf(index), action, firedAt: at - 1_000 }
    return {
      alertId: idOf(index),
      ended: 'decided' as const,
      settingsName: 'one',
      snapshot: { ...snapshot, alert },
    }
  }),
  settings: { one: { ...settings } },
  next: null,
})
