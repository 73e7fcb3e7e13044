import type { TradeDetails } from '../../../shared/journal/journal.schema.ts'
import { formatMoney, formatNumber, signedMoney, signedNumber } from '../../../shared/platform/figures.ts'
import { Card } from '../../components/card.tsx'
import { FigureLine } from './figure-line.tsx'
import { signedR } from '../../lib/journal-words.ts'

/** The label of each cost, in the order in which a trade incurs them. */
const costLabels = [
  ['delay', 'Delay', 'the quote at the time of the decision, compared with the alert’s price'],
  ['execution', 'Execution', 'the fill, compared with that quote'],
  ['exit', 'Exit', 'the last fill, compared with the stop or limit'],
  ['funding', 'Funding', 'what IG booked for holding the position overnight'],
] as const

/** Adds up the costs; null if there are none or if any cost is unknown. */
const totalOf = (costs: TradeDetails['costs'], of: 'money' | 'r'): number | null => {
  const known = costLabels.flatMap(([name]) => costs[name] ?? []).map((cost) => cost[of])
  return known.length === 0 || known.includes(null)
    ? null
    : known.reduce<number>((sum, each) => sum + (each ?? 0), 0)
}

/** Shows a trade's costs compared with the requested prices, in points, money and R, with totals. */
export const TradeCosts = ({ details }: { readonly details: TradeDetails }) => {
  const { costs, risk, firstStop, currency } = details
  const figures = (points: number | null, money: number | null, r: number | null) =>
    [
      points === null ? '–' : signedNumber(points),
      money === null ? '–' : signedMoney(money, currency),
      signedR(r),
    ].map((figure, place) => (
      <td key={place} className="py-1 pl-4 text-right whitespace-nowrap">
        {figure}
      </td>
    ))
  return (
    <Card title="Trading costs" description="Figures with a plus are in your favour">
      <table className="w-full text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th className="pb-1 text-left font-normal">Cost</th>
            {['Points', 'Money', 'R'].map((head) => (
              <th key={head} className="pb-1 pl-4 text-right font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {costLabels.map(([name, label, meaning]) => (
            <tr key={name} className="align-top">
              <th scope="row" className="py-1 text-left font-normal">
                {label}
                <span className="block text-xs text-muted">{meaning}</span>
              </th>
              {figures(costs[name]?.points ?? null, costs[name]?.money ?? null, costs[name]?.r ?? null)}
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line font-medium tabular-nums">
          <tr>
            <th scope="row" className="pt-2 text-left font-medium">
              Total
            </th>
            {figures(null, totalOf(costs, 'money'), totalOf(costs, 'r'))}
          </tr>
        </tfoot>
      </table>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line pt-3 text-sm">
        <FigureLine label={`Initial risk${firstStop === null ? '' : `, stop at ${formatNumber(firstStop)}`}`}>
          {risk === null ? '–' : formatMoney(risk, currency)}
        </FigureLine>
      </dl>
    </Card>
  )
}
