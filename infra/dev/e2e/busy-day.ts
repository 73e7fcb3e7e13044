import { noLimits } from '../../../shared/limits/loss-limits.ts'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import { outcomeKinds } from '../../../shared/logs/outcome-kinds.ts'
import {
  aLogEntry,
  anAlertLine,
  aPosition,
  pageOf,
  someAlerts,
  someBrokerAccount,
  someSettings,
  someStats,
} from '../testing/examples.ts'
import type { Stage } from './stage.ts'

const names = ['Apple Inc (All Sessions)', 'Vodafone Group PLC', 'NVIDIA Corp (All Sessions)', 'Tesco PLC']

const many = <Item>(count: number, make: (place: number) => Item) =>
  Array.from({ length: count }, (_, place) => make(place))

/** Milliseconds that a slow broker takes to respond. */
const slow = 3_000
const minute = 60_000

type Options = { readonly newer?: number; readonly isSlow?: boolean }

/**
 * Sets up a trader's busy day: limits, 12 positions, 15 placed alerts, many refused alerts in a burst, and an order
 * that needs a review. Alerts are returned in pages, as by the real server.
 * @param newer number of refused alerts after the placed alerts
 */
export const haveBusyDay = (
  { api }: Stage,
  now: number,
  { newer = 84, isSlow = false }: Options = {},
): readonly AlertLine[] => {
  const after = isSlow ? slow : 0
  const at = (back: number) => new Date(now - back).toISOString()
  const line = (place: number, back: number, own: Partial<AlertLine>) =>
    anAlertLine({
      alertId: `A${place}`,
      market: `LSE:S${place % 40}`,
      name: names[place % names.length] ?? '',
      acceptedAt: at(back),
      endedAt: at(back - 500),
      ...own,
    })
  const refused = many(newer, (place) =>
    line(place, 1_000 + place, {
      rule: 'duplicate',
      message: 'Refused (duplicate): you have an open BUY position of 3.22 on this market',
    }),
  )
  const placed = many(15, (place) =>
    line(newer + place, 2 * minute + place * 1_000, { outcome: 'PLACED', message: 'Placed: 2.9 at 402.7' }),
  )
  const review = line(newer + 15, 3 * minute, {
    state: 'review',
    outcome: 'NEEDS_REVIEW',
    message: 'Needs review: IG didn’t say',
  })
  const lines = [...refused, ...placed]
  const burst = {
    mode: 'DEMO' as const,
    from: at(1_000 + newer),
    to: at(1_000),
    alerts: Math.min(newer, 100),
    parts: [{ outcome: 'REFUSED' as const, count: Math.min(newer, 100), rule: 'duplicate', because: null }],
    milliseconds: 32_300,
    requests: 11,
  }
  api.answerBy('listAlerts', ({ state, kind, outcome, limit, after: from = '0.' }) => {
    if (state === 'asking') return someAlerts(review)
    const begin = Number(from.split('.')[0])
    const isFiltered = kind !== undefined || outcome !== undefined
    const read = lines.slice(begin, begin + (isFiltered ? 250 : Number(limit)))
    const results = read.filter(
      (each) =>
        (kind === undefined || (each.outcome && outcomeKinds[each.outcome]) === kind) &&
        (outcome === undefined || each.outcome === outcome),
    )
    const end = begin + read.length
    const next = end < lines.length ? `${end}.A` : null
    return { results, next, ...(isFiltered || begin > 0 ? {} : { bursts: [burst] }) }
  })
  api.answer('listLogs', {
    ...pageOf([aLogEntry()]),
    ended: { DEMO: { placed: 15, refused: newer, failed: 0 }, LIVE: { placed: 0, refused: 0, failed: 0 } },
  })
  const set = { lossToday: { amount: 250, unit: 'MONEY' as const }, losingTrades: 6, tradesToday: 40 }
  const drawdown = { amount: 15, unit: 'PERCENT' as const, stopsAtStart: false }
  const openRisk = { percent: 8, marginFactor: 1, directionPercent: null, currencyPercent: null, groups: [] }
  api.answer(
    'getSettings',
    someSettings({ isPaper: true, lossLimits: { DEMO: { ...noLimits, ...set, drawdown, openRisk } } }),
  )
  api.answer(
    'listPositions',
    pageOf(
      many(12, (place) =>
        aPosition({
          dealId: `DEAL${place}`,
          name: names[place % names.length] ?? '',
          profitLoss: 20 - 4 * place,
          currentLevel: 22_900 + 20 * (6 - place),
        }),
      ),
    ),
    after,
  )
  api.answer(
    'getStats',
    someStats({
      openPositionsCount: 12,
      openOrdersCount: 3,
      statsTimestamp: at(0),
      recentActivities: many(15, (place) => ({
        epic: 'KA.D.VOD.DAILY.IP',
        status: 'confirmed',
        description: `Position opened: 0000008${place}`,
        date: at(2 * minute + place * 1_000),
        type: 'POSITION',
        dealId: `DEAL${place}`,
        direction: 'BUY' as const,
        size: 3.22,
        name: names[place % names.length] ?? '',
      })),
    }),
    after,
  )
  const money = { unit: 'MONEY', isReached: false, isEstimate: false, strategy: null } as const
  const count = { ...money, unit: 'COUNT' } as const
  const limits = [
    { ...money, key: 'lossToday', limit: 'lossToday', used: 33.97, most: 250, sentence: 'down 33.97 GBP' },
    { ...money, key: 'drawdown', limit: 'drawdown', used: 33.97, most: 1_393.87, sentence: 'fell 33.97 GBP' },
    { ...count, key: 'losingTrades', limit: 'losingTrades', used: 0, most: 6, sentence: 'none lost' },
    { ...count, key: 'tradesToday', limit: 'tradesToday', used: 15, most: 40, sentence: '15 trades' },
  ] as const
  api.answer(
    'getBrokerAccount',
    someBrokerAccount({
      readAt: at(0),
      today: {
        since: at(240 * minute),
        equity: 9_292.46,
        readings: many(5, (hour) => ({
          at: at((4 - hour) * 60 * minute + minute),
          equity: 9_292.46 - hour * 8,
        })),
      },
      limits: {
        readAt: at(0),
        currency: 'GBP',
        limits: [...limits],
        openRisk: { sums: [{ name: null, percent: 8, used: 608.35, most: 740.68 }], parts: [] },
      },
    }),
    after,
  )
  return lines
}
