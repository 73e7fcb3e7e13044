import { signedMoney } from '../../../shared/platform/figures.ts'
import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { gainLook } from '../../lib/gain-class.ts'

type Props = { readonly journal: Journal; readonly currency: string }

/** Net results: trades and charges, without deposits. */
export const JournalSums = ({ journal, currency }: Props) => (
  <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
    {(
      [
        ['Today', journal.today],
        ['This week', journal.week],
        ['This month', journal.month],
        ['All time', journal.all],
      ] as const
    ).map(([label, { net, trades }]) => (
      <div key={label} className="grid content-start gap-1 rounded-lg border border-line bg-panel p-4 sm:p-5">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className={`text-xl font-semibold tracking-tight sm:text-figure ${gainLook(net)}`}>
          {signedMoney(net, currency)}
        </dd>
        <dd className="text-xs text-muted">{counted(trades, 'trade')} closed</dd>
      </div>
    ))}
  </dl>
)
