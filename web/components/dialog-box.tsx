import X from '~icons/x'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { contentClass, overlayClass, useFocusBack } from './dialog-frame.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
}

export const DialogBox = ({ open, onOpenChange, title, description, children }: Props) => {
  const focusBack = useFocusBack()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={focusBack}
          className={contentClass}
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
}
