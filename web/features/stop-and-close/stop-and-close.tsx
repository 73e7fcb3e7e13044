import Square from '~icons/square'
import { loadWhenOpen } from '../../components/load-when-open.tsx'
import type { BrokerAccount } from '../../lib/use-broker.ts'

const StopAndCloseBox = loadWhenOpen(async () => (await import('./stop-and-close-box.tsx')).StopAndCloseBox)

type Props = {
  readonly account: BrokerAccount
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** The button's classes, if it should not have the default look. */
  readonly className?: string | undefined
}

/** The button for the dialog that pauses trading, deletes all orders and closes all positions. */
export const StopAndClose = ({ account, isOpen, setOpen, className = 'button button-quiet px-3' }: Props) => (
  <>
    <button
      type="button"
      className={`text-bad ${className}`}
      aria-label="Stop and close…"
      title="Stop and close…"
      aria-haspopup="dialog"
      onClick={() => setOpen(true)}
    >
      <Square aria-hidden className="size-4 fill-current" />
      Stop
    </button>
    <StopAndCloseBox open={isOpen} account={account} onDone={() => setOpen(false)} />
  </>
)
