import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
}

export const DialogBox = ({ open, onOpenChange, title, description, children }: Props) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
      <Radix.Content
        {...(description ? {} : { 'aria-describedby': undefined })}
        className="fixed top-1/2 left-1/2 z-50 grid max-h-[90dvh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-xl border border-line bg-panel p-6 shadow-xl"
      >
        <div className="grid gap-1.5 pr-8">
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          {description && (
            <Radix.Description asChild>
              <div className="text-sm text-muted">{description}</div>
            </Radix.Description>
          )}
        </div>
        {children}
        <Radix.Close
          aria-label="Close"
          className="absolute top-4 right-4 grid size-8 place-items-center rounded-md text-muted hover:bg-ground hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
