import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BrokerAccount as Facts } from '../../../shared/deals/dealing.schema.ts'
import { accountQuery, equityOf } from '../../lib/account-query.ts'
import { formatMoney, signedMoney } from '../../../shared/platform/figures.ts'
import { formatTime } from '../../lib/format.ts'
import { gainClass } from '../../lib/gain-class.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'

type Figure = {
  readonly name: string
  readonly value: ReactNode
  readonly meaning: string
  /** Classes for the figure's order and width on narrow screens. The last figures are hidden first. */
  readonly place?: string
}

/** Returns the account's figures, formatted for the strip and the sheet. */
export const useFigures = (account: BrokerAccount) => {
  const { data: facts, isError, failureCount } = useQuery(accountQuery(account))
  const { equity, profitToday, marginShare } = derived(facts)
  const written = (format: typeof formatMoney) => (value: number | null | undefined) =>
    value == null ? '–' : format(value, facts?.currency)
  const money = written(formatMoney)
  const gain = (value: number | null | undefined) => (
    <Changing look={gainClass(rounded(value ?? 0))}>{written(signedMoney)(value)}</Changing>
  )
  const figures: readonly Figure[] = [
    {
      name: 'Equity',
      value: <Changing>{money(equity)}</Changing>,
      meaning: 'Balance plus the profit of open positions',
    },
    { name: dayName(facts), value: gain(profitToday), meaning: 'Profit or loss, including open positions' },
    {
      name: 'Open',
      value: gain(facts?.profitLoss),
      meaning: 'Profit or loss of all open positions',
      place: 'max-md:order-last',
    },
    {
      name: 'Margin',
      value: marginShare === null ? '–' : <MarginBar share={marginShare} />,
      meaning: facts ? `${money(facts.margin)} of ${money(equity)} equity` : '',
      place: 'max-md:basis-9',
    },
    {
      name: 'Available',
      value: (
        <Changing look={facts?.available != null && facts.available < 0 ? 'text-bad' : ''}>
          {money(facts?.available)}
        </Changing>
      ),
      meaning: facts ? `Balance ${money(facts.balance)}` : '',
    },
  ]
  return { figures, readAt: facts?.readAt, isFailing: isError || failureCount > 0 }
}

/** Highlights a figure for a moment when it changes, but not on its first render. */
const Changing = ({ look, children }: { readonly look?: string; readonly children: string }) => {
  const [first] = useState(children)
  return (
    <span key={children} className={`${look ?? ''} ${children === first ? '' : 'changed'}`}>
      {children}
    </span>
  )
}

/** The bar turns amber when margin uses this share of the equity. IG makes a margin call when margin uses all of it. */
const warnFrom = 0.5
const badFrom = 0.8

const MarginBar = ({ share }: { readonly share: number }) => {
  const tone = share >= badFrom ? 'bg-bad' : share >= warnFrom ? 'bg-warn' : 'bg-accent'
  const percent = Math.round(share * 100)
  return (
    <span className="inline-flex items-center gap-2">
      <span className={share >= badFrom ? 'text-bad' : ''}>{percent}%</span>
      <span
        role="meter"
        aria-label="Margin as a share of equity"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, percent)}
        className="inline-block h-1.5 w-8 xl:w-14 overflow-hidden rounded-full bg-line"
      >
        <span className={`block h-full ${tone}`} style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
    </span>
  )
}

/**
 * Returns the name of the period of today's result. If no reading was taken near the reader's midnight, the period
 * starts at the nearest reading, and the name includes its time.
 */
const dayName = (facts: Facts | undefined) => {
  if (!facts?.today) return 'Today'
  const since = Date.parse(facts.today.since)
  const midnight = new Date(facts.readAt).setHours(0, 0, 0, 0)
  return Math.abs(since - midnight) <= 3_600_000 ? 'Today' : `Since ${formatTime(since)}`
}

const derived = (facts: Facts | undefined) => {
  const { margin = null, today = null } = facts ?? {}
  const equity = facts ? equityOf(facts) : null
  return {
    equity,
    profitToday: equity === null || !today ? null : equity - today.equity,
    marginShare:
      equity === null || margin === null ? null : equity > 0 ? margin / equity : margin > 0 ? 1 : 0,
  }
}

/** Rounds amounts of less than half a cent to 0, so that they are shown as neither a gain nor a loss. */
const rounded = (value: number) => (Math.abs(value) < 0.005 ? 0 : value)
