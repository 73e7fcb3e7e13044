import type { Comparison } from '../../../../shared/journal/backtest/compare.ts'
import type { Backtest } from '../../../../shared/journal/backtest/read-backtest.ts'
import {
  formatNumber,
  signedMoney,
  signedNumber,
  signedTwoDecimals,
} from '../../../../shared/platform/figures.ts'
import { backtestMoney } from './columns.tsx'
import { percentWords } from '../../../lib/journal-words.ts'

type Props = { readonly comparison: Comparison; readonly backtest: Backtest; readonly currency: string }

/** The result of both over the same span. Their money is of different sizes, and may be of different currencies. */
export const SpanResults = ({ comparison: { backtest, live }, backtest: file, currency }: Props) => {
  const points = (value: number | null) => (value === null ? '–' : signedNumber(Number(value.toFixed(4))))
  const won = ({ closed, won: wins }: { readonly closed: number; readonly won: number }) =>
    percentWords(closed === 0 ? null : wins / closed)
  const rows = [
    {
      name: 'Backtest',
      figures: [backtest, backtestMoney(backtest.money, file.currency), '–'] as const,
    },
    {
      name: 'Live',
      figures: [
        live,
        signedMoney(live.money, currency),
        live.withR === 0
          ? '–'
          : `${signedTwoDecimals(live.r)} R${live.withR < live.closed ? ` (${live.withR} of ${live.closed} trades)` : ''}`,
      ] as const,
    },
  ]
  return (
    <div role="region" aria-label="Result of both" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-right text-sm tabular-nums">
        <thead className="text-xs text-muted">
          <tr>
            <th className="pb-1 text-left font-normal">Result of both</th>
            {['Closed', 'Open', 'Won', 'Points', 'Money', 'R'].map((head) => (
              <th key={head} className="pb-1 pl-4 font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, figures: [result, money, r] }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-medium">
                {name}
              </th>
              {[
                formatNumber(result.closed),
                formatNumber(result.open),
                won(result),
                points(result.points),
                money,
                r,
              ].map((figure, place) => (
                <td key={place} className="py-1.5 pl-4 whitespace-nowrap">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
