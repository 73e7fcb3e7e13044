import type { ReactNode } from 'react'
import { AccountLine } from '../../components/account-line.tsx'
import { DialogBox } from '../../components/dialog-box.tsx'
import { Term } from '../../components/term.tsx'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { Age } from './age.tsx'
import { useFigures } from './use-figures.tsx'

type Props = {
  readonly open: boolean
  readonly account: BrokerAccount
  readonly limits: ReactNode
  readonly onDone: () => void
  readonly children: ReactNode
}

export const AccountSheet = ({ open, account, limits, onDone, children }: Props) => {
  const { figures, readAt } = useFigures(account)
  return (
    <DialogBox
      open={open}
      onOpenChange={(next) => !next && onDone()}
      title="Account at IG"
      description={<AccountLine account={account} />}
    >
      <dl className="grid">
        {figures.map(({ name, value, meaning }) => (
          <div key={name} className="flex items-center justify-between gap-4 border-t border-line py-2">
            <dt className="grid text-sm">
              <span>
                <Term name={name} />
              </span>
              <span className="text-xs text-muted">{meaning}</span>
            </dt>
            <dd className="shrink-0 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {/* Clicking a link to a limit closes the sheet, which would cover the page behind it. */}
      <div onClick={({ target }) => (target as Element).closest('a') && onDone()}>{limits}</div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-muted">
          Read <Age readAt={readAt} />
        </p>
        {children}
      </div>
    </DialogBox>
  )
}
