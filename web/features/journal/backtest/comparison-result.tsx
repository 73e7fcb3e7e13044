import type { Comparison } from '../../../../shared/journal/backtest/compare.ts'
import type { Backtest } from '../../../../shared/journal/backtest/read-backtest.ts'
import { sentenceOf } from '../../../../shared/journal/backtest/sentence.ts'
import { counted, type Currency, formatNumber } from '../../../../shared/platform/figures.ts'
import { duration } from '../../../../shared/platform/words.ts'
import { Instead } from '../../../components/tile.tsx'
import { formatTimestamp } from '../../../lib/format.ts'
import { ComparedTrades } from './compared-trades.tsx'
import { SpanResults } from './span-results.tsx'

type Props = {
  readonly backtest: Backtest
  readonly comparison: Comparison | null
  readonly tolerance: number
  readonly multiplier: number | null
  readonly market: string
  readonly currency: Currency
}

/** Shows a one-sentence summary, the basis of the summary, both results and the trades. */
export const ComparisonResult = ({ comparison, ...props }: Props) => {
  if (!comparison)
    return (
      <Instead>
        The backtest and your trades on this market have no time in common. Check the market and the dates of
        the file.
      </Instead>
    )
  const notes = notesOf(comparison, props)
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line pt-4">
      <p role="status" className="text-lg font-semibold">
        {sentenceOf(comparison)}
      </p>
      <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <SpanResults comparison={comparison} {...props} />
      <ComparedTrades comparison={comparison} {...props} />
    </div>
  )
}

const at = (instant: number) => formatTimestamp(new Date(instant).toISOString())

const isAre = (count: number) => (count === 1 ? 'is' : 'are')

/** Explains what the summary is based on and what it leaves out. */
const notesOf = (
  { from, to, outside, noPrices, matched, measured, unsplit, parts, stillOpen }: Comparison,
  { backtest, tolerance, multiplier, market }: Omit<Props, 'comparison'>,
): readonly string[] => {
  const notes = [
    `Compared: trades that began from ${at(from)} to ${at(to)}. Entries of the same side match if they are at most ${duration(tolerance)} apart, the nearest first.`,
  ]
  if (!backtest.hasTimes) notes.push('The file has dates without times, so entries match within a day.')
  if (outside.backtest + outside.live > 0)
    notes.push(
      `${counted(outside.backtest, 'trade')} of the backtest and ${counted(outside.live, 'live trade')} began outside this span and are left out.`,
    )
  if (stillOpen > 0)
    notes.push(
      `${counted(stillOpen, 'trade')} of the backtest ${isAre(stillOpen)} still open. A live trade is compared once a part of it is closed.`,
    )
  if (noPrices === 'multiplier')
    notes.push(
      `Prices can’t be compared: ${market} is not among your instruments, so its price multiplier is unknown.`,
    )
  else if (noPrices === 'scale')
    notes.push(
      `Prices can’t be compared: TradingView’s prices × ${formatNumber(multiplier ?? 0)} are more than 25% away from IG’s. Check the market and its price multiplier.`,
    )
  else
    notes.push(
      `Points are IG’s: TradingView’s prices × ${formatNumber(multiplier ?? 1)}, the price multiplier of ${market}. Figures with a plus are better for live. Funding is not part of a difference.`,
    )
  if (parts !== null && measured < matched.length)
    notes.push(
      `R is the average of ${counted(measured, 'trade')}. ${counted(matched.length - measured, 'matched trade')} ${isAre(matched.length - measured)} left out: still open, or without a known stop.`,
    )
  if (parts === null && noPrices === null && matched.length > 0)
    notes.push('No matched trade has a known R: they are still open, or have no known stop.')
  if (unsplit > 0)
    notes.push(
      `The delay and spread of ${counted(unsplit, 'entry').replace(/entrys$/, 'entries')} ${isAre(unsplit)} unknown. The difference of their entries is in “other”.`,
    )
  return notes
}
