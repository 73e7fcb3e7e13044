import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { contentClass, overlayClass, useFocusBack } from './dialog-frame.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description: ReactNode
  readonly confirm: string
  readonly cancel?: string
  /** Whether the action can't be undone. The button is then red. */
  readonly grave?: boolean
  readonly busy?: boolean
  /** Whether the button is disabled because a precondition is not met yet. */
  readonly isHeld?: boolean
  readonly onConfirm: () => void
}

/** Asks the user to confirm an action. Cancel has the focus at first, so pressing Enter at once changes nothing. */
export const ConfirmBox = ({
  open,
  onOpenChange,
  title,
  description,
  confirm,
  cancel = 'Cancel',
  grave = false,
  busy = false,
  isHeld = false,
  onConfirm,
}: Props) => {
  const focusBack = useFocusBack()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content onCloseAutoFocus={focusBack} className={contentClass}>
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
            <Button
              kind={grave ? 'grave' : 'primary'}
              className="h-9"
              disabled={busy || isHeld}
              onClick={onConfirm}
            >
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
