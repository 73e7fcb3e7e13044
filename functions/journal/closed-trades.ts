import type { NotificationEvent } from '../../shared/notifications/notifications.schema.ts'
import { closerOfTrade } from '../../shared/journal/summary.ts'
import {
  closedAtOf,
  type Derived,
  type Leg,
  resultOfTrade,
  rOf,
  type Trade,
} from '../../shared/journal/trades.ts'
import type { Closer } from '../../shared/journal/names.ts'
import type { Decimal, Instant } from '../../shared/platform/units.ts'
import type { JournalHead, JournalKey } from './journal-store.ts'
import { moneyWithCode, withPlus } from '../../shared/platform/figures.ts'

/** Maximum age in milliseconds of a close that causes a notification. IG may book a close late. */
const newsFor = 24 * 3_600_000

const words: Readonly<Record<Closer, string>> = {
  target: 'target reached',
  stop: 'stop reached',
  alert: 'closed by an alert',
  time: 'closed at its strategy’s time',
  hand: 'closed manually',
  roll: 'rolled',
  unknown: 'closed',
}

/** Returns notifications for trades that were booked since the journal was last derived. */
export const closedTrades = (
  key: JournalKey,
  { before, after }: { readonly before: Derived; readonly after: Derived },
  { currency }: Pick<JournalHead, 'currency'>,
  at: Instant,
): readonly NotificationEvent[] => {
  const known = countedNames(before.trades)
  const seen = new Map<string, number>()
  const isNews = (leg: Leg) => {
    const name = nameOf(leg)
    seen.set(name, (seen.get(name) ?? 0) + 1)
    return (seen.get(name) ?? 0) > (known.get(name) ?? 0)
  }
  return after.trades
    .map((trade) => ({ trade, news: trade.legs.filter(isNews) }))
    .filter(({ trade, news }) => news.length > 0 && at - closedAtOf(trade) < newsFor)
    .filter(({ trade }) => closerOfTrade(trade) !== 'roll')
    .map(({ trade, news }) => {
      const name = nameOf(news.at(-1) as Leg)
      const count = seen.get(name) ?? 1
      return eventOf(key, trade, count > 1 ? `${name}-${trade.id}` : name, currency)
    })
}

/** Derives the name of a close from its row, because the trade's ID may change when IG's activity arrives. */
const nameOf = ({ reference, closedAt, openLevel, size }: Leg) =>
  `closed-${reference}-${closedAt.toString(36)}-${openLevel}-${size}`

/** Counts closes by name, because identical closes within the same second have the same name. */
const countedNames = (trades: readonly Trade[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const name of trades.flatMap(({ legs }) => legs.map(nameOf)))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Formats an amount of money, such as "+1,212.30 GBP", or "+1,212.30" if the currency is unknown. */
export const moneyInWords = (amount: Decimal, currency: string | null) =>
  withPlus(Number(amount), moneyWithCode(Number(amount), currency))

const eventOf = (
  { userId, mode }: JournalKey,
  trade: Trade,
  id: string,
  currency: string | null,
): NotificationEvent => {
  const { name, market, strategy, direction, legs, isOpen, size } = trade
  const r = rOf(trade)
  const money = moneyInWords(resultOfTrade(trade), currency)
  return {
    id,
    type: 'position.closed',
    userId,
    at: closedAtOf(trade),
    data: {
      mode,
      market: market ?? name,
      direction,
      size,
      path: `/dashboard/journal/${trade.id}`,
      ...(strategy ? { strategy } : {}),
      ...(legs.at(-1) ? { level: legs.at(-1)?.closeLevel } : {}),
      sentence: `${isOpen ? 'Part of ' : ''}${name} closed: ${money}${r === null ? '' : ` (${r >= 0 ? '+' : '−'}${Math.abs(r).toFixed(1)} R)`}, ${words[closerOfTrade(trade)]}`,
    },
  }
}
