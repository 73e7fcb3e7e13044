import ChevronLeft from '~icons/chevron-left'
import ChevronRight from '~icons/chevron-right'
import { useState } from 'react'
import type { Journal, JournalDay } from '../../../shared/journal/journal.schema.ts'
import { counted, type Currency, signedDecimal, signedMoney } from '../../../shared/platform/figures.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatDate } from '../../lib/format.ts'
import { gainClass } from '../../lib/gain-class.ts'
import { daysAsked, isAmong } from '../../lib/journal-period.ts'
import { tradesPlace, useJournalPlace } from '../../lib/journal-queries.ts'
import { weekdays } from '../../lib/journal-words.ts'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const shifted = (month: string, by: number) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/**
 * Lists the days of a month. The list starts with nulls, so that each day is under its weekday. Weeks start on Monday.
 */
const daysIn = (month: string): readonly (string | null)[] => {
  const first = new Date(`${month}-01T00:00:00Z`)
  const before = (first.getUTCDay() + 6) % 7
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: count }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`),
  ]
}

type Props = { readonly journal: Journal; readonly currency: Currency }

/** Shows the daily results of a month. Selecting a day lists its trades below. */
export const DayCalendar = ({ journal, currency }: Props) => {
  const [thisMonth] = useState(() => new Date().toISOString().slice(0, 7))
  const latest = journal.days.at(-1)?.day.slice(0, 7) ?? thisMonth
  const [month, setMonth] = useState<string | null>(null)
  const shown = month ?? latest
  const days = new Map(journal.days.map((day) => [day.day, day]))
  const those = journal.days.filter(({ day }) => day.startsWith(shown))
  const net = those.reduce((sum, day) => sum + day.net, 0)
  return (
    <Card
      title="Calendar"
      description="Each day’s result. Choose a day to see it alone."
      className="xl:col-span-4"
    >
      <div className="flex items-center gap-2">
        <Button kind="bare" aria-label="Previous month" onClick={() => setMonth(shifted(shown, -1))}>
          <ChevronLeft aria-hidden className="size-4" />
        </Button>
        <p aria-live="polite" className="flex-1 text-center text-sm font-medium">
          {monthName.format(new Date(`${shown}-01`))}:{' '}
          <span className={gainClass(net)}>{signedMoney(net, currency)}</span>
        </p>
        <Button kind="bare" aria-label="Next month" onClick={() => setMonth(shifted(shown, 1))}>
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
      <div className="grid grid-cols-7 gap-0.5 text-center sm:gap-1">
        {weekdays.map((weekday) => (
          <span key={weekday} aria-hidden className="text-xs text-muted">
            {weekday.slice(0, 2)}
          </span>
        ))}
        {daysIn(shown).map((day, place) =>
          day === null ? (
            <span key={`before ${place}`} />
          ) : (
            <Day key={day} day={day} result={days.get(day)} currency={currency} />
          ),
        )}
      </div>
    </Card>
  )
}

type DayProps = {
  readonly day: string
  readonly result: JournalDay | undefined
  readonly currency: Currency
}

const Day = ({ day, result, currency }: DayProps) => {
  const { search, go } = useJournalPlace()
  const number = (
    <span aria-hidden={result !== undefined} className="text-xs text-muted">
      {Number(day.slice(8))}
    </span>
  )
  if (!result)
    return <div className="grid min-h-12 content-start rounded border border-line/60 p-1">{number}</div>
  const isChosen = search.from === day && search.to === day
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() =>
        isChosen
          ? go({ from: undefined, to: undefined })
          : go({ period: undefined, from: day, to: day }, tradesPlace)
      }
      className={classNames(
        !isAmong(daysAsked(search))(day) && 'opacity-60',
        'grid min-h-12 min-w-0 content-start gap-0.5 rounded border border-line p-1 aria-pressed:border-accent aria-pressed:ring-1 aria-pressed:ring-accent',
        result.net > 0 && 'bg-good/10',
        result.net < 0 && 'bg-bad/10',
      )}
    >
      {number}
      <span className="sr-only">
        {`${formatDate(day)}: ${signedMoney(result.net, currency)}, ${counted(result.trades, 'trade')}`}
      </span>
      <span
        aria-hidden
        className={classNames('text-[11px] leading-tight font-medium', gainClass(result.net))}
      >
        {shortMoney(result.net)}
      </span>
    </button>
  )
}

/** Shortens an amount to fit a day on a phone: "+12", "−1.2k". The day's accessible name has the whole amount. */
const shortMoney = (value: number) => {
  const size = Math.abs(value)
  const figure =
    size >= 10_000
      ? `${Math.round(size / 1_000)}k`
      : size >= 1_000
        ? `${(size / 1_000).toFixed(1)}k`
        : size.toFixed(size < 10 ? 2 : 0)
  return signedDecimal(value < 0 ? `-${figure}` : figure)
}
