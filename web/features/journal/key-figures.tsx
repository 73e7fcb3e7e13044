import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { type Currency, formatMoney, formatNumber, signedMoney } from '../../../shared/platform/figures.ts'
import { Term } from '../../components/term.tsx'
import { gainClass } from '../../lib/gain-class.ts'
import { percentWords, profitFactorWords, ratioWords, signedR } from '../../lib/journal-words.ts'

type Props = {
  readonly journal: Journal
  readonly days: Journal['days']
  readonly currency: Currency
}

/** Shows the five figures by which traders judge a period. A button shows the other figures. */
export const KeyFigures = ({ journal: { figures }, days, currency }: Props) => {
  const money = (value: number | null) => (value === null ? '–' : formatMoney(value, currency))
  const net = days.reduce((sum, day) => sum + day.net, 0)
  const charges = days.reduce((sum, day) => sum + day.charges, 0)
  const five = [
    [
      'Result',
      signedMoney(net, currency),
      charges !== 0 && `with charges of ${signedMoney(charges, currency)}`,
    ],
    ['Trades', formatNumber(figures.count), figures.isFew && 'too few to tell'],
    ['Won', percentWords(figures.winRate), figures.even > 0 && `${figures.even} break-even`],
    [
      'Expectancy',
      signedR(figures.averageR),
      figures.expectancy !== null && `${money(figures.expectancy)} a trade`,
    ],
    ['Profit factor', figures.count === 0 ? '–' : profitFactorWords(figures.profitFactor), null],
  ] as const
  const others = [
    ['Average win', money(figures.averageWin)],
    ['Average loss', money(figures.averageLoss)],
    ['Payoff ratio', ratioWords(figures.payoff)],
    ['System quality number', ratioWords(figures.sqn)],
    ['Most wins in a row', String(figures.longestWins)],
    ['Most losses in a row', String(figures.longestLosses)],
    ['Time-weighted return', percentWords(figures.timeWeighted)],
    ['Return on deposits', percentWords(figures.onDeposits)],
    ['Sharpe ratio', ratioWords(figures.sharpe)],
    ['Sortino ratio', ratioWords(figures.sortino)],
    ['Annual growth', percentWords(figures.yearlyGrowth)],
  ].filter(([, value]) => value !== '–')
  return (
    <section aria-label="Key figures" className="rounded-lg border border-line bg-panel p-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
        {five.map(([label, value, more], place) => (
          <div key={label} className="grid min-w-0 content-start max-sm:first:col-span-2">
            <dt className="text-xs text-muted">
              <Term name={label} />
            </dt>
            <dd className={`text-xl font-semibold tabular-nums ${place === 0 ? gainClass(net) : ''}`}>
              {value}
            </dd>
            {more && <dd className="text-xs text-muted">{more}</dd>}
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="w-fit cursor-pointer py-1 text-xs font-medium text-muted">More figures</summary>
          <dl className="mt-2 grid gap-x-8 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
            {others.map(([label, value]) => (
              <div key={label} className="flex justify-between gap-4">
                <dt className="text-muted">{label}</dt>
                <dd className="font-medium tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}
