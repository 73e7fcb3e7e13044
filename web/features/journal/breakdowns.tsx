import { type BreakdownName, breakdownNames, type Closer } from '../../../shared/journal/names.ts'
import type { Group, Journal } from '../../../shared/journal/journal.schema.ts'
import { Select } from '../../components/select.tsx'
import { type Currency, formatMoney, signedMoney } from '../../../shared/platform/figures.ts'
import { gainClass } from '../../lib/gain-class.ts'
import type { JournalSearch } from '../../lib/journal-search.ts'
import { tradesPlace, useJournalPlace } from '../../lib/journal-queries.ts'
import {
  breakdownWords,
  groupWords,
  percentWords,
  signedR,
  profitFactorWords,
} from '../../lib/journal-words.ts'

type Props = { readonly journal: Journal; readonly currency: Currency }

/** Returns the journal's filter for the trades of a group. */
const filterOf = (by: BreakdownName, key: string): Partial<JournalSearch> => {
  if (by === 'strategy') return { strategy: key }
  if (by === 'instrument') return { name: key }
  if (by === 'side') return { direction: key === 'BUY' ? 'BUY' : 'SELL' }
  if (by === 'closer') return { closer: key as Closer }
  return { [by]: Number(key) }
}

/** Shows the trades grouped by one attribute at a time. Selecting a group filters the whole page. */
export const Breakdowns = ({ journal, currency }: Props) => {
  const { search, go } = useJournalPlace()
  const { by = 'strategy' } = search
  const groups = journal.breakdowns[by] ?? []
  const largest = Math.max(...groups.map(({ sum }) => Math.abs(sum)))
  return (
    <section className="grid min-w-0 grid-cols-1 content-start gap-4">
      <div className="flex h-10 items-center justify-between gap-4">
        <h2 className="font-semibold">Breakdown</h2>
        <Select
          label="Break down by"
          terse
          value={by}
          onChange={(next) => go({ by: next })}
          options={breakdownNames.map((name) => ({ value: name, label: breakdownWords[name] }))}
        />
      </div>
      <div
        role="region"
        aria-label="Breakdown"
        tabIndex={0}
        className="max-h-150 overflow-auto rounded-lg border border-line bg-panel"
      >
        {groups.length === 0 && <p className="p-4 text-sm text-muted">No trades closed in these days.</p>}
        {groups.length > 0 && (
          <table className="w-full text-right text-[13px] tabular-nums">
            <thead className="sticky top-0 h-11 bg-ground text-xs text-muted">
              <tr>
                <th className="px-4 text-left font-medium">{breakdownWords[by]}</th>
                <th className="font-medium">Trades</th>
                <th className="pl-3 font-medium">Won</th>
                <th className="pl-3 font-medium max-sm:hidden">Expectancy</th>
                <th className="pl-3 font-medium max-sm:hidden">Profit factor</th>
                <th className="w-1/4 px-4 font-medium">Result</th>
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <tr key={group.key} className="h-12.5 border-t border-line">
                  <th className="px-4 py-1 text-left font-normal">
                    <button
                      type="button"
                      className="text-left font-medium text-accent underline-offset-4 hover:underline"
                      onClick={() => go(filterOf(by, group.key), tradesPlace)}
                    >
                      {groupWords(by, group.key)}
                    </button>
                    {group.isFew && <span className="block text-xs text-muted">too few to tell</span>}
                    <span className="block text-xs text-muted sm:hidden">
                      {phoneFigures(group, currency)}
                    </span>
                  </th>
                  <GroupCells group={group} currency={currency} largest={largest} />
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  )
}

/** Formats the average result of a trade in R, or in money if no trade had a stop. */
const expectancyOf = ({ averageR, expectancy }: Group, currency: Currency) =>
  averageR === null && expectancy !== null ? formatMoney(expectancy, currency) : signedR(averageR)

/** Returns the figures that have no column on a phone. */
const phoneFigures = (group: Group, currency: Currency) =>
  `expectancy ${expectancyOf(group, currency)}, profit factor ${profitFactorWords(group.profitFactor)}`

type CellsProps = { readonly group: Group; readonly currency: Currency; readonly largest: number }

const GroupCells = ({ group, currency, largest }: CellsProps) => {
  const { count, sum, wins, losses, profitFactor } = group
  return (
    <>
      <td>{count}</td>
      <td className="pl-3">{percentWords(wins + losses === 0 ? null : wins / (wins + losses))}</td>
      <td className="pl-3 whitespace-nowrap max-sm:hidden">{expectancyOf(group, currency)}</td>
      <td className="pl-3 whitespace-nowrap max-sm:hidden">{profitFactorWords(profitFactor)}</td>
      <td className={`px-4 font-medium whitespace-nowrap ${gainClass(sum)}`}>
        {signedMoney(sum, currency)}
        <span
          aria-hidden
          className="mt-0.5 ml-auto block h-1 rounded-full bg-current"
          style={{ width: `${largest > 0 ? (100 * Math.abs(sum)) / largest : 0}%` }}
        />
      </td>
    </>
  )
}
