import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'

export type PopoverProps = {
  readonly label: string
  /** A different trigger instead of the button. */
  readonly trigger?: ReactElement
  readonly children: ReactNode
}

/** A popover that opens when it is mounted, because the click came before its code. */
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
        // A long one can be scrolled by the keyboard too.
        tabIndex={0}
        className="z-50 max-h-(--radix-popover-content-available-height) w-72 overflow-y-auto rounded-lg border border-line bg-panel p-4 text-sm shadow-lg"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
