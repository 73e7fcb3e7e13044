import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { formatMoney } from '../../../shared/platform/figures.ts'
import { percentWords, profitFactorWords, ratioWords, signedR } from './words.ts'

type Props = { readonly journal: Journal; readonly currency: string }

/** The figures of all trades. A figure that too few trades stand behind is marked. */
export const FiguresCard = ({ journal: { figures }, currency }: Props) => {
  const money = (value: number | null) => (value === null ? '–' : formatMoney(value, currency))
  const rows: readonly (readonly [string, string])[] = [
    ['Win rate', `${percentWords(figures.winRate)}${figures.even > 0 ? `, ${figures.even} break-even` : ''}`],
    ['Expectancy', money(figures.expectancy)],
    ['Average R', signedR(figures.averageR)],
    ['Profit factor', figures.count === 0 ? '–' : profitFactorWords(figures.profitFactor)],
    ['Average win', money(figures.averageWin)],
    ['Average loss', money(figures.averageLoss)],
    ['Payoff ratio', ratioWords(figures.payoff)],
    ['System quality number', ratioWords(figures.sqn)],
    ['Most wins in a row', String(figures.longestWins)],
    ['Most losses in a row', String(figures.longestLosses)],
    ['Time-weighted return', percentWords(figures.timeWeighted)],
    ['Return on deposits', percentWords(figures.onDeposits)],
    ...(figures.sharpe === null ? [] : [['Sharpe ratio', ratioWords(figures.sharpe)] as const]),
    ...(figures.sortino === null ? [] : [['Sortino ratio', ratioWords(figures.sortino)] as const]),
    ...(figures.yearlyGrowth === null
      ? []
      : [['Annual growth', percentWords(figures.yearlyGrowth)] as const]),
  ]
  return (
    <Card
      title="Key figures"
      description={
        <span className="flex flex-wrap items-center gap-2">
          Based on all closed trades {figures.isFew && <Badge tone="plain">too few to tell</Badge>}
        </span>
      }
    >
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm sm:grid-cols-[1fr_auto_1fr_auto]">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
