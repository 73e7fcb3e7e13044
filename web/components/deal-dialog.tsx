import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { ModeBadge } from './mode-badge.tsx'
import type { BrokerAccount } from '../lib/use-broker.ts'
import { useIsPaper } from '../lib/use-is-paper.ts'

type Props = {
  readonly title: string
  readonly account: BrokerAccount
  /** What would be done, e.g. "Close position"; in LIVE the button reports it, too. */
  readonly action: string
  readonly busyText: string
  readonly open: boolean
  readonly busy: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
  readonly children: ReactNode
}

/** Asks before something is done at the broker, and says on which account and whether it is real money. */
export const DealDialog = ({
  title,
  account,
  action,
  busyText,
  open,
  busy,
  onCancel,
  onConfirm,
  children,
}: Props) => (
  <ConfirmDialog
    open={open}
    onOpenChange={(next) => !next && !busy && onCancel()}
    title={title}
    description={
      <>
        <p>{children}</p>
        <p className="flex flex-wrap items-center gap-2 text-ink">
          <ModeBadge mode={account.mode} /> account <span className="font-mono">{account.accountId}</span>
          {account.mode === 'LIVE' && <Stakes />}
        </p>
      </>
    }
    confirm={busy ? busyText : account.mode === 'LIVE' ? `${action} (LIVE)` : action}
    grave
    busy={busy}
    onConfirm={onConfirm}
  />
)

const Stakes = () =>
  useIsPaper() ? (
    <span>Paper trading: no real money.</span>
  ) : (
    <span className="font-medium text-bad">This is real money.</span>
  )
