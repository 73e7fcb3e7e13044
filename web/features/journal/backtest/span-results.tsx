import type { Comparison, Result } from '../../../../shared/journal/backtest/compare.ts'
import type { Backtest } from '../../../../shared/journal/backtest/read-backtest.ts'
import {
  type Currency,
  formatNumber,
  signedMoney,
  signedNumber,
  signedTwoDecimals,
} from '../../../../shared/platform/figures.ts'
import { percentWords } from '../../../lib/journal-words.ts'
import { backtestMoney } from './columns.tsx'

type Props = { readonly comparison: Comparison; readonly backtest: Backtest; readonly currency: Currency }

const pointsOf = ({ points }: Result) => (points === null ? '–' : signedNumber(Number(points.toFixed(4))))
const wonOf = ({ closed, won }: Result) => percentWords(closed === 0 ? null : won / closed)

const rOf = ({ r, withR, closed }: Comparison['live']) => {
  if (withR === 0) return '–'
  return `${signedTwoDecimals(r)} R${withR < closed ? ` (${withR} of ${closed} trades)` : ''}`
}

/**
 * Shows both results over the same period. Their amounts are not directly comparable, because sizes and currencies may
 * differ.
 */
export const SpanResults = ({ comparison: { backtest, live }, backtest: file, currency }: Props) => {
  const rows = [
    ['Closed trades', formatNumber(backtest.closed), formatNumber(live.closed)],
    ['Open trades', formatNumber(backtest.open), formatNumber(live.open)],
    ['Won', wonOf(backtest), wonOf(live)],
    ['Points for each unit', pointsOf(backtest), pointsOf(live)],
    ['Money', backtestMoney(backtest.money, file.currency), signedMoney(live.money, currency)],
    ['R', '–', rOf(live)],
  ] as const
  return (
    <table aria-label="Result of both" className="w-full max-w-xl text-right text-sm tabular-nums">
      <thead className="text-xs text-muted">
        <tr>
          <th className="pb-1 text-left font-normal">Result of both</th>
          <th className="pb-1 pl-4 font-normal">Backtest</th>
          <th className="pb-1 pl-4 font-normal">Live</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...figures]) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-1.5 text-left font-normal">
              {name}
            </th>
            {figures.map((figure, place) => (
              <td key={place} className="py-1.5 pl-4">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
