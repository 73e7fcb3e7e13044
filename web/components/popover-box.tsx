import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'

export type PopoverProps = {
  /** What the button says. */
  readonly label: string
  /** What opens it, if not such a button. */
  readonly trigger?: ReactElement
  readonly children: ReactNode
}

/** Opens as it appears: the click that asked for it was before. */
export const PopoverBox = ({
  label,
  trigger = <Button kind="quiet">{label}</Button>,
  children,
}: PopoverProps) => (
  <Radix.Root defaultOpen>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align="start"
        sideOffset={6}
        aria-label={label}
        // A long one scrolls: by the keyboard too.
        tabIndex={0}
        className="z-50 max-h-(--radix-popover-content-available-height) w-72 overflow-y-auto rounded-lg border border-line bg-panel p-4 text-sm shadow-lg"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
