import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BrokerAccount as Facts } from '../../../shared/deals/dealing.schema.ts'
import { accountQuery, equityOf } from '../../lib/account-query.ts'
import { formatMoney, signedMoney } from '../../../shared/platform/figures.ts'
import { formatTime } from '../../lib/format.ts'
import { gainLook } from '../../lib/gain-class.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { useNow } from '../../lib/use-now.ts'

/** On every screen: what the account is worth, how the day goes, and how near it is to a margin call, as IG tells it. */
export const AccountStrip = ({ account }: { readonly account: BrokerAccount }) => {
  const { data: facts, isError, failureCount } = useQuery(accountQuery(account))
  const { equity, profitToday, marginShare } = derived(facts)
  const written = (format: typeof formatMoney) => (value: number | null | undefined) =>
    value == null ? '–' : format(value, facts?.currency ?? 'GBP')
  const money = written(formatMoney)
  const gain = written(signedMoney)
  return (
    <section aria-label="Account at IG" className="text-sm print:hidden">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-6">
        <Figure name="Equity" title="Balance plus the profit of open positions">
          {money(equity)}
        </Figure>
        <Figure name={dayName(facts)} title="Profit or loss, including open positions">
          <span className={gainLook(rounded(profitToday ?? 0))}>{gain(profitToday)}</span>
        </Figure>
        <Figure name="Open" title="Profit or loss of all open positions">
          <span className={gainLook(rounded(facts?.profitLoss ?? 0))}>{gain(facts?.profitLoss)}</span>
        </Figure>
        <Figure name="Available" title={facts ? `Balance ${money(facts.balance)}` : undefined}>
          <span className={facts?.available != null && facts.available < 0 ? 'text-bad' : ''}>
            {money(facts?.available)}
          </span>
        </Figure>
        <Figure name="Margin" title={facts ? `${money(facts.margin)} of ${money(equity)} equity` : undefined}>
          {marginShare === null ? '–' : <MarginBar share={marginShare} />}
        </Figure>
        <div className="flex items-baseline sm:ml-auto">
          <dt className="sr-only">Last read</dt>
          <dd className="truncate">
            <Age readAt={facts?.readAt} isFailing={isError || failureCount > 0} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

type FigureProps = {
  readonly name: string
  readonly title?: string | undefined
  readonly children: ReactNode
}

const Figure = ({ name, title, children }: FigureProps) => (
  <div className="flex min-w-0 items-baseline gap-1.5 lg:min-w-36" title={title}>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="font-semibold whitespace-nowrap tabular-nums">{children}</dd>
  </div>
)

/** From here on a margin call is near: IG calls once margin takes all of the equity. */
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
        className="inline-block h-1.5 w-14 overflow-hidden rounded-full bg-line"
      >
        <span className={`block h-full ${tone}`} style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
    </span>
  )
}

type AgeProps = { readonly readAt: string | undefined; readonly isFailing: boolean }

const Age = ({ readAt, isFailing }: AgeProps) => {
  const now = useNow()
  const age = readAt === undefined ? null : `read ${ageOf(Date.parse(readAt), now)}`
  if (isFailing)
    return <span className="text-xs font-medium text-bad">Can’t be read now{age && `, ${age}`}</span>
  return <span className="text-xs text-muted">{age ?? 'Reading...'}</span>
}

const ageOf = (at: number, now: number) => {
  const seconds = Math.max(0, Math.round((now - at) / 1_000))
  if (seconds < 90) return `${seconds} s ago`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min ago` : `at ${formatTime(at)}`
}

/** If IG was not read near the reader's midnight, the day counts from the reading nearest to it, and its name gives that time. */
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

/** Less than half a cent is neither a gain nor a loss. */
const rounded = (value: number) => (Math.abs(value) < 0.005 ? 0 : value)
