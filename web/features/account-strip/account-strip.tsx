import { type ReactNode, useState } from 'react'
import { loadWhenOpen } from '../../components/load-when-open.tsx'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { Age } from './age.tsx'
import { useFigures } from './use-figures.tsx'

const AccountSheet = loadWhenOpen(async () => (await import('./account-sheet.tsx')).AccountSheet)

type Props = {
  readonly account: BrokerAccount
  /** Shows how much of each limit is left. The sheet renders it below the figures. */
  readonly limits: ReactNode
  /** More content for the sheet with all figures. */
  readonly children?: ReactNode
}

/**
 * Shows the account's equity, today's result and how close a margin call is, as IG reports them. The strip is on every
 * screen and shows as many figures as fit. A tap opens a sheet with all figures.
 */
export const AccountStrip = ({ account, limits, children }: Props) => {
  const { figures, readAt, isFailing } = useFigures(account)
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label="Account at IG" className="relative flex min-w-0 flex-1 gap-4 print:hidden">
      {/* A figure that does not fit wraps onto a second line, and the second line is hidden. */}
      <dl className="flex h-10 min-w-0 flex-1 flex-wrap content-start gap-x-2 overflow-hidden md:gap-x-3 max-md:[&_[role=meter]]:hidden">
        {figures.map(({ name, value, place = '' }) => (
          <div
            key={name}
            className={`grid h-10 min-w-max grow basis-20 content-center whitespace-nowrap xl:basis-24 min-[100rem]:basis-32 ${place}`}
          >
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-sm font-semibold tabular-nums min-[90rem]:text-base min-[100rem]:text-xl min-[100rem]:leading-6">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <dl
        className={`grid content-center text-xs whitespace-nowrap max-lg:hidden ${isFailing ? 'text-bad' : 'text-muted'}`}
      >
        <dt>Read</dt>
        <dd className="min-w-16 leading-5">
          {readAt === undefined && isFailing ? '–' : <Age readAt={readAt} />}
        </dd>
      </dl>
      <button
        type="button"
        aria-label="All figures of the account"
        aria-haspopup="dialog"
        className="absolute -inset-1 rounded-md"
        onClick={() => setOpen(true)}
      />
      <AccountSheet open={isOpen} account={account} limits={limits} onDone={() => setOpen(false)}>
        {children}
      </AccountSheet>
    </section>
  )
}
