import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description: ReactNode
  /** What the button that goes ahead says. */
  readonly confirm: string
  readonly cancel?: string
  /** The step cannot be taken back: the button is red. */
  readonly grave?: boolean
  readonly busy?: boolean
  readonly onConfirm: () => void
}

/** Focus begins on Cancel, so that Enter alone harms nothing. */
export const ConfirmBox = ({
  open,
  onOpenChange,
  title,
  description,
  confirm,
  cancel = 'Cancel',
  grave = false,
  busy = false,
  onConfirm,
}: Props) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
      <Radix.Content className="fixed top-1/2 left-1/2 z-50 grid w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 gap-4 rounded-xl border border-line bg-panel p-6 shadow-xl">
        <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
        <Radix.Description asChild>
          <div className="grid gap-2 text-sm text-muted">{description}</div>
        </Radix.Description>
        <div className="flex flex-wrap justify-end gap-2">
          <Radix.Cancel asChild>
            <Button kind="quiet" disabled={busy}>
              {cancel}
            </Button>
          </Radix.Cancel>
          <Button kind={grave ? 'grave' : 'primary'} className="h-9" disabled={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
