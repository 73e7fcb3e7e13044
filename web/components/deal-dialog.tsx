import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { BrokerAccount } from '../lib/use-broker.ts'
import { AccountLine } from './account-line.tsx'

type Props = {
  readonly title: string
  readonly account: BrokerAccount
  /** The text of the button, such as "Close position". In LIVE, the mode is added to it. */
  readonly action: string
  readonly busyText: string
  readonly open: boolean
  readonly busy: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
  readonly children: ReactNode
}

/** Asks the user to confirm an action at IG. It shows the account and whether real money is involved. */
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
        <AccountLine account={account} />
      </>
    }
    confirm={busy ? busyText : account.mode === 'LIVE' ? `${action} (LIVE)` : action}
    grave
    busy={busy}
    onConfirm={onConfirm}
  />
)
