import ChevronDown from '~icons/chevron-down'
import { Fragment, useState } from 'react'
import { limitLabels } from '../../../shared/limits/loss-limits.ts'
import { outcomeLabels } from '../../../shared/trading/model/outcome-names.ts'
import { counted, formatMoney, formatNumber, grouped, signedMoney } from '../../../shared/platform/figures.ts'
import type { Strategies, Strategy, StrategyMarket } from '../../../shared/strategies/strategy.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { Term } from '../../components/term.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { formatTimestamp } from '../../lib/format.ts'
import { gainClass } from '../../lib/gain-class.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { percentWords, signedR } from '../../lib/journal-words.ts'
import { StrategyDetails } from './strategy-details.tsx'
import { syncOf } from './strategy-markets.tsx'
import { type Standing, useStandings } from './use-standings.ts'

type Props = { readonly strategies: Strategies; readonly account: BrokerAccount }

const heads = [
  ['Name', 'text-left'],
  ['Here / TradingView', 'text-left @max-2xl:hidden'],
  ['This month', ''],
  ['Trades', '@max-2xl:hidden'],
  ['Won', '@max-2xl:hidden'],
  ['Expectancy', '@max-2xl:hidden'],
  ['Last alert', 'text-left @max-4xl:hidden'],
  ['Limits used', 'text-left @max-[68rem]:hidden'],
] as const

/**
 * Makes every row a grid with as many columns as fit. In a table layout, an unfolded row would also show the hidden
 * columns.
 */
const rowClass =
  'grid grid-cols-[minmax(0,1fr)_7rem] items-center @2xl:grid-cols-[minmax(0,1fr)_11rem_7rem_4rem_4rem_6rem] @4xl:grid-cols-[minmax(0,1fr)_11rem_7rem_4rem_4rem_6rem_11rem] @[68rem]:grid-cols-[minmax(0,1fr)_11rem_7rem_4rem_4rem_6rem_11rem_15rem]'

/** Compares strategies in a table. The user can unfold a row to see its markets, alerts and rules. */
export const StrategyTable = ({ strategies: { results, mode }, account }: Props) => {
  const standingOf = useStandings(mode, account)
  // If there is only one strategy, it is unfolded at first.
  const [open, setOpen] = useState(results.length === 1 ? results[0]?.strategy : undefined)
  return (
    <div className="@container overflow-hidden rounded-lg border border-line bg-panel">
      <table className="block text-right text-[13px] tabular-nums">
        <thead className="block text-xs text-muted">
          <tr className={`${rowClass} h-11`}>
            {heads.map(([head, look]) => (
              <th key={head} scope="col" className={`px-3 font-medium ${look}`}>
                <Term name={head} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block">
          {results.map((strategy) => {
            const { strategy: name } = strategy
            const isOpen = open === name
            return (
              <Fragment key={name}>
                <StrategyRow
                  strategy={strategy}
                  standing={standingOf(name)}
                  isOpen={isOpen}
                  onToggle={() => setOpen(isOpen ? undefined : name)}
                />
                {isOpen && (
                  <tr className="block">
                    <td colSpan={heads.length} className="block border-t border-line p-4 text-left text-sm">
                      <StrategyDetails strategy={strategy} mode={mode} />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  readonly strategy: Strategy
  readonly standing: Standing
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const StrategyRow = ({
  strategy,
  standing: { month, currency, alert, limits },
  isOpen,
  onToggle,
}: RowProps) => {
  const { strategy: name, rules, markets, lastAlertAt } = strategy
  const decided = month && month.wins + month.losses
  const won = percentWords(month && decided ? month.wins / decided : null)
  const last = lastAlertAt ? formatTimestamp(lastAlertAt) : 'none yet'
  return (
    <tr className={`${rowClass} h-15 border-t border-line hover:bg-ground @2xl:h-12.5`}>
      <th scope="row" className="relative grid h-full content-center px-3 text-left font-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex max-w-full items-center gap-2 text-sm font-medium after:absolute after:inset-0"
          onClick={onToggle}
        >
          <ChevronDown aria-hidden className={`size-4 shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
          <span title={nameOf(name)} className="truncate">
            {nameOf(name)}
          </span>
          {rules.paused && <Badge tone="warn">Paused</Badge>}
        </button>
        <span className="block truncate pl-6 text-xs text-muted @2xl:hidden">
          <SyncState markets={markets} />
          {month && ` · ${counted(month.count, 'trade')}`}
        </span>
      </th>
      <td className="px-3 text-left @max-2xl:hidden">
        <SyncState markets={markets} />
      </td>
      <td className={`px-3 text-sm font-medium whitespace-nowrap ${gainClass(month?.sum)}`}>
        {month ? signedMoney(month.sum, currency) : '–'}
        <span className="block text-xs font-normal text-muted @2xl:hidden">{month && `${won} won`}</span>
      </td>
      <td className="px-3 @max-2xl:hidden">{month ? formatNumber(month.count) : '–'}</td>
      <td className="px-3 @max-2xl:hidden">{won}</td>
      <td className="px-3 whitespace-nowrap @max-2xl:hidden">{signedR(month?.averageR ?? null)}</td>
      <td className="truncate px-3 text-left @max-4xl:hidden">
        {alert ? (
          <TextLink to="/dashboard/alerts/$alertId" params={{ alertId: alert.alertId }}>
            {last}
          </TextLink>
        ) : (
          last
        )}
        {alert?.outcome && <span className="block text-xs text-muted">{outcomeLabels[alert.outcome]}</span>}
      </td>
      <td className="px-3 text-left @max-[68rem]:hidden">
        {limits.length === 0 && '–'}
        {limits.map(({ key, limit, used, most, unit, isReached }) => (
          <span key={key} className={`block truncate ${isReached ? 'font-medium text-bad' : ''}`}>
            <span className="text-xs text-muted">{limitLabels[limit]} </span>
            {[used, most]
              .map((each) => (unit === 'MONEY' ? formatMoney(each, currency) : String(each)))
              .join(' of ')}
          </span>
        ))}
      </td>
    </tr>
  )
}

const nameOf = (strategy: string) => (strategy === '' ? 'Untagged alerts' : strategy)

/**
 * Shows whether a strategy is in sync, such as "long 2.9 / long 2 ✓" for one market, or "1 of 3 out of sync ✗" for
 * several markets.
 */
const SyncState = ({ markets }: { readonly markets: readonly StrategyMarket[] }) => {
  const [one, ...others] = markets
  if (!one) return <>–</>
  if (markets.some(({ held }) => held === null)) return <>IG wasn’t read</>
  const off = markets.filter((market) => syncOf(market) === 'out of step').length
  const { held, said } = one
  const words =
    others.length > 0
      ? off > 0
        ? `${off} of ${markets.length} out of sync`
        : `${markets.length} markets in sync`
      : `${held?.side}${held?.side === 'flat' ? '' : ` ${grouped(held?.size ?? '')}`} / ${said.position}${said.size === null || said.position === 'flat' ? '' : ` ${grouped(said.size)}`}`
  return (
    <span className={off > 0 ? 'font-medium text-warn' : ''}>
      {words} <span className={off > 0 ? '' : 'text-good'}>{off > 0 ? '✗' : '✓'}</span>
    </span>
  )
}
