import { Link } from '@tanstack/react-router'
import type {
  Difference,
  LiveTrade,
  Match,
  PlacedTrade,
} from '../../../../shared/journal/backtest/compare.ts'
import {
  type Currency,
  formatNumber,
  signedMoney,
  signedNumber,
  signedTwoDecimals,
  withPlus,
} from '../../../../shared/platform/figures.ts'
import { duration } from '../../../../shared/platform/words.ts'
import { columnsOf } from '../../../components/data-table/columns.ts'
import { formatTimestamp } from '../../../lib/format.ts'
import { gainClass } from '../../../lib/gain-class.ts'
import { closedWords } from '../../../lib/journal-words.ts'

const sideWords = { BUY: 'Buy', SELL: 'Sell' } as const

const timeOf = (at: number) => formatTimestamp(new Date(at).toISOString())

/** Formats a delay: "+1 min 12 s". */
const laterWords = (later: number | undefined) =>
  later === undefined ? '–' : withPlus(later, `${later < 0 ? '−' : ''}${duration(Math.abs(later))}`)

/** Formats points with up to four decimals. */
const pointsWords = (value: number | null | undefined) =>
  value == null ? '–' : signedNumber(Number(value.toFixed(4)))
const moneyWords = (value: number | null | undefined, currency: Currency) =>
  value == null ? '–' : signedMoney(value, currency)
const rWords = (value: number | null | undefined) => (value == null ? '–' : `${signedTwoDecimals(value)} R`)

/** Formats a difference: "−1.2 points, −£2.40, −0.12 R". */
const differenceWords = (difference: Difference | null, currency: Currency) =>
  difference === null
    ? 'still open'
    : `${pointsWords(difference.points)} points, ${moneyWords(difference.money, currency)}, ${rWords(difference.r)}`

const matches = columnsOf<Match>()

const look = (value: unknown) => {
  const [sign] = String(value)
  return gainClass(sign === '+' ? 1 : sign === '−' ? -1 : 0)
}

export const matchColumns = (currency: Currency) => {
  const sideColumns = (side: 'entry' | 'exit', rank: number) => {
    const name = side === 'entry' ? 'Entry' : 'Exit'
    const column = (id: string, words: (match: Match) => string, width: number, order: number) =>
      matches.text(`${side}-${id}`, `${name} ${id}`, words, {
        width,
        rank: rank + order,
        figures: true,
        look,
      })
    return [
      matches.text(`${side}-delay`, `${name} delay`, (match) => laterWords(match[side]?.later), {
        width: 112,
        rank,
        figures: true,
      }),
      column('points', (match) => pointsWords(match[side]?.points), 92, 3),
      column('money', (match) => moneyWords(match[side]?.money, currency), 96, 2),
      column('R', (match) => rWords(match[side]?.r), 88, 1),
    ]
  }
  return matches.columns([
    matches.text('entered', 'Entry in the backtest', ({ backtest }) => timeOf(backtest.at), {
      width: 176,
      stays: 'left',
      grows: true,
    }),
    matches.text('side', 'Side', ({ live }) => sideWords[live.direction], { width: 64, rank: 1 }),
    ...sideColumns('entry', 3),
    ...sideColumns('exit', 7),
    matches.text('whole', 'Whole R', ({ whole }) => rWords(whole?.r), {
      width: 92,
      rank: 2,
      figures: true,
      look,
    }),
    matches.accessor(({ live }) => live.id, {
      id: 'trade',
      header: 'Live trade',
      cell: ({ row: { original } }) => <TradeLink trade={original.live} />,
      meta: { width: 88, holds: 1, rank: 11 },
    }),
  ])
}

const TradeLink = ({ trade: { id } }: { readonly trade: LiveTrade }) => (
  <Link
    to="/dashboard/journal/$tradeId"
    params={{ tradeId: id }}
    search={(before: object) => before}
    className="text-accent underline-offset-4 hover:underline"
  >
    Open
  </Link>
)

export const matchCard =
  (currency: Currency) =>
  ({ backtest, live, entry, exit, whole }: Match) => (
    <div className="grid gap-1 text-sm">
      <p className="flex justify-between gap-3 font-medium">
        <span>
          {sideWords[live.direction]}, {timeOf(backtest.at)}
        </span>
        <span className={gainClass(whole?.r)}>{rWords(whole?.r)}</span>
      </p>
      <p className="text-muted">
        Entry {laterWords(entry.later)}: {differenceWords(entry, currency)}
      </p>
      <p className="text-muted">
        Exit {exit && `${laterWords(exit.later)}: `}
        {differenceWords(exit, currency)}
      </p>
      <TradeLink trade={live} />
    </div>
  )

/**
 * Formats an amount of the backtest.
 * @param currency the backtest's currency, which may be a cryptocurrency; null if the file gives none
 */
export const backtestMoney = (amount: number, currency: string | null) =>
  currency !== null && /^[A-Z]{3}$/.test(currency)
    ? signedMoney(amount, currency)
    : [signedTwoDecimals(amount), currency].filter(Boolean).join(' ')

const backtests = columnsOf<PlacedTrade>()

export const backtestColumns = (currency: string | null) =>
  backtests.columns([
    backtests.accessor('number', { header: 'Trade number', meta: { width: 72, stays: 'left' } }),
    backtests.text('side', 'Side', ({ direction }) => sideWords[direction], { width: 56, rank: 1 }),
    backtests.text('at', 'Entry', ({ at }) => timeOf(at), { width: 170, grows: true, rank: 2 }),
    backtests.text('openPrice', 'Entry price', ({ openPrice }) => formatNumber(openPrice), {
      width: 96,
      rank: 4,
      figures: true,
    }),
    backtests.text('endsAt', 'Exit', ({ endsAt }) => (endsAt === null ? '–' : timeOf(endsAt)), {
      width: 170,
      rank: 5,
    }),
    backtests.text(
      'closePrice',
      'Exit price',
      ({ closePrice }) => (closePrice === null ? '–' : formatNumber(closePrice)),
      { width: 96, rank: 6, figures: true },
    ),
    backtests.text('profit', 'Result', ({ profit }) => backtestMoney(profit, currency), {
      width: 104,
      rank: 3,
      figures: true,
    }),
  ])

const lives = columnsOf<LiveTrade>()

export const liveColumns = (currency: Currency) =>
  lives.columns([
    lives.text('at', 'Opened', ({ at }) => timeOf(at), { width: 170, stays: 'left', grows: true }),
    lives.text('side', 'Side', ({ direction }) => sideWords[direction], { width: 56, rank: 1 }),
    lives.text('openLevel', 'Opened at', ({ openLevel }) => formatNumber(openLevel), {
      width: 96,
      rank: 5,
      figures: true,
    }),
    lives.text('closedAt', 'Closed', ({ closedAt }) => closedWords(closedAt), { width: 170, rank: 6 }),
    lives.text('result', 'Result', ({ result }) => signedMoney(result, currency), {
      width: 104,
      rank: 2,
      figures: true,
    }),
    lives.text('r', 'R', ({ r }) => rWords(r), { width: 88, rank: 3, figures: true }),
    lives.accessor('id', {
      header: 'Live trade',
      cell: ({ row: { original } }) => <TradeLink trade={original} />,
      meta: { width: 80, holds: 1, rank: 4 },
    }),
  ])
