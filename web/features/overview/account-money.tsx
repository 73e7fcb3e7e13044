import { useQuery } from '@tanstack/react-query'
import type { BrokerAccount as Facts } from '../../../shared/deals/dealing.ts'
import { gainLook } from '../../lib/gain-class.ts'
import { formatMoney, formatTime } from '../../lib/format.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { accountQuery } from '../../lib/account-query.ts'

/** The account's money as IG tells it, in the account's currency. */
export const AccountMoney = ({ account }: { readonly account: BrokerAccount }) => {
  const { data: facts, isError } = useQuery(accountQuery(account))
  if (isError) return null
  return (
    <section aria-label="Account" className="rounded-lg border border-line bg-panel px-5 py-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 xl:grid-cols-5">
        {figuresOf(facts).map(({ name, value, hint, isSigned }) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-muted">{name}</dt>
            <dd
              className={`text-lg font-semibold break-words ${isSigned ? gainLook(rounded(value ?? 0)) : ''}`}
            >
              {value === undefined ? (
                <span className="inline-block h-5 w-24 animate-pulse rounded bg-line align-middle" />
              ) : (
                written(value, facts, isSigned)
              )}
            </dd>
            <dd className="min-h-4 text-xs text-muted">{hint}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Figure = {
  readonly name: string
  /** Undefined while it is not known yet, null if IG does not say. */
  readonly value: number | null | undefined
  readonly hint?: string | undefined
  readonly isSigned?: boolean
}

const figuresOf = (facts: Facts | undefined): Figure[] => [
  {
    name: 'Profit today',
    value: facts && profitToday(facts),
    isSigned: true,
    hint: facts?.today ? `since ${formatTime(Date.parse(facts.today.since))}` : undefined,
  },
  { name: 'Open profit/loss', value: facts?.profitLoss, isSigned: true },
  { name: 'Balance', value: facts?.balance, hint: facts?.name ?? undefined },
  { name: 'Available', value: facts?.available },
  { name: 'Margin', value: facts?.margin },
]

/** Of the day: what the account is worth now against what it was worth when it was first read. */
const profitToday = ({ balance, profitLoss, today }: Facts): number | null =>
  balance === null || profitLoss === null || !today ? null : balance + profitLoss - today.equity

/** Minus nothing is nothing: less than half a cent is none. */
const rounded = (value: number) => (Math.abs(value) < 0.005 ? 0 : value)

const written = (value: number | null, facts: Facts | undefined, isSigned = false) => {
  if (value === null) return '–'
  const money = formatMoney(rounded(value), facts?.currency ?? 'GBP')
  return isSigned && rounded(value) > 0 ? `+${money}` : money
}
