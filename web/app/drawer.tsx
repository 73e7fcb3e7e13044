import X from '~icons/x'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useFocusBack } from '../components/dialog-frame.ts'

type Props = { readonly onClose: () => void; readonly children: ReactNode }

/** The sidebar of a small screen. It covers the page while it is mounted. */
export const Drawer = ({ onClose, children }: Props) => {
  const focusBack = useFocusBack()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade-in fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focusBack}
          className="fade-in fixed inset-y-0 left-0 z-50 w-72 max-w-[calc(100vw-3.5rem)] border-r border-line bg-panel shadow-xl"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          {children}
          <Dialog.Close
            aria-label="Close menu"
            className="absolute top-3 -right-13 grid size-11 place-items-center rounded-md bg-panel text-ink"
          >
            <X aria-hidden className="size-4" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
