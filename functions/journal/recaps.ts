import type { NotificationEvent } from '../../shared/notifications/notifications.schema.ts'
import { Big } from '../../shared/trading/model/decimal.ts'
import { calendarOf, daysBefore, filtered, weekdayOf } from '../../shared/journal/summary.ts'
import { type Derived, resultOfTrade, type Trade } from '../../shared/journal/trades.ts'
import type { Decimal, Instant } from '../../shared/platform/units.ts'
import { counted } from '../../shared/platform/figures.ts'
import { moneyInWords } from './closed-trades.ts'
import { costsInWords } from './costs-in-words.ts'
import type { JournalHead, JournalKey } from './journal-store.ts'

const calendar = calendarOf('Europe/London')

/** Returns the Monday of the week that contains a day. */
const mondayOf = (day: string) => daysBefore(day, weekdayOf(day))

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayInWords = (day: string) => days.format(new Date(`${day}T00:00:00Z`))

/**
 * Returns recaps for the days since the last recap, and for a week that has ended meanwhile. If IG did not respond one
 * night, the next night's recap includes the missed day. A day or week without a closed trade has no recap.
 */
export const recapsOf = (
  key: JournalKey,
  derived: Derived,
  { currency, recapOn }: Pick<JournalHead, 'currency' | 'recapOn'>,
  now: Instant,
): { readonly recapOn: string; readonly events: readonly NotificationEvent[] } => {
  const today = calendar.dayOf(now)
  if (recapOn === undefined || recapOn >= today) return { recapOn: recapOn ?? today, events: [] }
  const monday = mondayOf(today)
  const closedIn = (fromDay: string, toDay: string) =>
    filtered(derived.trades, { fromDay, toDay }, calendar, () => []).filter(({ isOpen }) => !isOpen)
  const event = (
    type: 'journal.day' | 'journal.week',
    fromDay: string,
    toDay: string,
    time: string,
  ): readonly NotificationEvent[] => {
    const trades = closedIn(fromDay, toDay)
    if (trades.length === 0) return []
    return [
      {
        id: `${type}-${key.mode}-${key.accountId}-${fromDay}`,
        type,
        userId: key.userId,
        at: now,
        data: {
          mode: key.mode,
          sentence: `${time}: ${madeInWords(trades, currency)}`,
          ...(type === 'journal.week' ? { items: strategiesInWords(trades, currency) } : {}),
          path: `/dashboard/journal?from=${fromDay}&to=${toDay}`,
        },
      },
    ]
  }
  const yesterday = daysBefore(today, 1)
  const week = daysBefore(monday, 7)
  return {
    recapOn: today,
    events: [
      ...event(
        'journal.day',
        recapOn,
        yesterday,
        recapOn === yesterday ? dayInWords(yesterday) : `${dayInWords(recapOn)} to ${dayInWords(yesterday)}`,
      ),
      ...(mondayOf(recapOn) < monday
        ? event('journal.week', week, daysBefore(monday, 1), `Week from ${dayInWords(week)}`)
        : []),
    ],
  }
}

const sumOf = (trades: readonly Trade[]): Decimal =>
  trades.reduce((sum, trade) => sum.plus(resultOfTrade(trade)), new Big(0)).toFixed(2)

const madeInWords = (trades: readonly Trade[], currency: string | null) => {
  const won = trades.filter((trade) => new Big(resultOfTrade(trade)).gt(0)).length
  return `${moneyInWords(sumOf(trades), currency)} from ${counted(trades.length, 'trade')}, ${won} won`
}

const strategiesInWords = (trades: readonly Trade[], currency: string | null) =>
  [...Map.groupBy(trades, ({ strategy }) => strategy)]
    .map(([strategy, those]) => {
      const name = strategy === null ? 'Unattributed' : strategy === '' ? 'Untagged' : strategy
      const costs = costsInWords(those)
      return `${name}: ${madeInWords(those, currency)}${costs === null ? '' : `; ${costs}`}`
    })
    .toSorted()
