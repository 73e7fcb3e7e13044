import { type BreakdownName, breakdownNames, type Closer } from '../../../shared/journal/names.ts'
import type { Group, Journal } from '../../../shared/journal/journal.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { Select } from '../../components/select.tsx'
import { formatMoney, signedMoney } from '../../../shared/platform/figures.ts'
import { gainLook } from '../../lib/gain-class.ts'
import type { JournalSearch } from '../../lib/journal-search.ts'
import { tradesPlace, useJournalPlace } from './queries.ts'
import { breakdownWords, groupWords, percentWords, signedR, profitFactorWords } from './words.ts'

type Props = { readonly journal: Journal; readonly currency: string }

/** The filter that lists what a group holds. */
const filterOf = (by: BreakdownName, key: string): Partial<JournalSearch> => {
  if (by === 'strategy') return { strategy: key }
  if (by === 'instrument') return { name: key }
  if (by === 'side') return { direction: key === 'BUY' ? 'BUY' : 'SELL' }
  if (by === 'closer') return { closer: key as Closer }
  return { [by]: Number(key) }
}

/** The same trades, grouped by one thing at a time. A group that is chosen lists its trades. */
export const Breakdowns = ({ journal, currency }: Props) => {
  const { search, go } = useJournalPlace()
  const { by = 'strategy' } = search
  const groups = journal.breakdowns[by] ?? []
  return (
    <Card title="Breakdown" description="Where the result comes from">
      <Select
        label="Break down by"
        value={by}
        onChange={(next) => go({ by: next })}
        options={breakdownNames.map((name) => ({ value: name, label: breakdownWords[name] }))}
      />
      {groups.length === 0 ? (
        <p className="text-sm text-muted">No trades closed yet.</p>
      ) : (
        <div role="region" aria-label="Breakdown" tabIndex={0} className="overflow-x-auto">
          <table className="w-full text-right text-sm sm:min-w-md">
            <thead className="text-xs text-muted">
              <tr>
                <th className="py-1 text-left font-medium">{breakdownWords[by]}</th>
                <th className="font-medium">Trades</th>
                <th className="font-medium">Result</th>
                <th className="font-medium">Win rate</th>
                <th className="font-medium max-sm:hidden">Expectancy</th>
                <th className="font-medium max-sm:hidden">Profit factor</th>
                <th className="font-medium max-sm:hidden">Average R</th>
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <tr key={group.key} className="border-t border-line">
                  <th className="py-1.5 pr-2 text-left font-normal">
                    <button
                      type="button"
                      className="text-left font-medium text-accent underline-offset-4 hover:underline"
                      onClick={() => go(filterOf(by, group.key), tradesPlace)}
                    >
                      {groupWords(by, group.key)}
                    </button>
                    <span className="block text-xs text-muted sm:hidden">{moreOf(group, currency)}</span>
                  </th>
                  <GroupCells group={group} currency={currency} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

/** What a phone has no column for. */
const moreOf = ({ expectancy, profitFactor, averageR, isFew }: Group, currency: string) =>
  [
    isFew ? 'too few to tell' : null,
    expectancy === null ? null : `expectancy ${formatMoney(expectancy, currency)}`,
    `profit factor ${profitFactorWords(profitFactor)}`,
    `average ${signedR(averageR)}`,
  ]
    .filter((each) => each !== null)
    .join(', ')

const GroupCells = ({ group, currency }: { readonly group: Group; readonly currency: string }) => {
  const { count, sum, wins, losses, expectancy, profitFactor, averageR, isFew } = group
  return (
    <>
      <td className="pl-3 whitespace-nowrap">
        {isFew && (
          <span className="max-sm:hidden">
            <Badge tone="plain">too few to tell</Badge>
          </span>
        )}{' '}
        {count}
      </td>
      <td className={`pl-3 whitespace-nowrap ${gainLook(sum)}`}>{signedMoney(sum, currency)}</td>
      <td className="pl-3">{percentWords(wins + losses === 0 ? null : wins / (wins + losses))}</td>
      <td className="pl-3 whitespace-nowrap max-sm:hidden">
        {expectancy === null ? '–' : formatMoney(expectancy, currency)}
      </td>
      <td className="pl-3 whitespace-nowrap max-sm:hidden">{profitFactorWords(profitFactor)}</td>
      <td className="pl-3 whitespace-nowrap max-sm:hidden">{signedR(averageR)}</td>
    </>
  )
}
