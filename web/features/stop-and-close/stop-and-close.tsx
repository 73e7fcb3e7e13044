import { Button } from '../../components/button.tsx'
import { loadWhenOpen } from '../../components/load-when-open.tsx'
import type { BrokerAccount } from '../../lib/use-broker.ts'

const StopAndCloseBox = loadWhenOpen(async () => (await import('./stop-and-close-box.tsx')).StopAndCloseBox)

type Props = {
  readonly account: BrokerAccount
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

/** On every screen: the way to end all risk at once. */
export const StopAndClose = ({ account, isOpen, setOpen }: Props) => (
  <>
    <Button
      kind="quiet"
      className="text-bad max-sm:flex-1"
      aria-haspopup="dialog"
      onClick={() => setOpen(true)}
    >
      Stop and close…
    </Button>
    <StopAndCloseBox open={isOpen} account={account} onDone={() => setOpen(false)} />
  </>
)
