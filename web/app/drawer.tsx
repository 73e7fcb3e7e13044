import { Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'

/** The sidebar of a small screen: behind a button, over the page. */
export const Drawer = ({ children }: { readonly children: (close: () => void) => ReactNode }) => {
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger
        aria-label="Open menu"
        className="grid size-9 shrink-0 place-items-center rounded-md border border-line hover:bg-ground"
      >
        <Menu aria-hidden className="size-4" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fade-in fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fade-in fixed inset-y-0 left-0 z-50 w-72 max-w-[calc(100vw-3.5rem)] border-r border-line bg-panel shadow-xl"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="h-full overflow-y-auto">{children(() => setOpen(false))}</div>
          <Dialog.Close
            aria-label="Close menu"
            className="absolute top-3 -right-12 grid size-9 place-items-center rounded-md bg-panel text-ink"
          >
            <X aria-hidden className="size-4" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
