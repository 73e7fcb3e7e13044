import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'

export type PopoverProps = {
  readonly label: string
  /** An element that opens the popover instead of the default button. */
  readonly trigger?: ReactElement
  readonly children: ReactNode
}

/** A popover that is open from its first render, because its code is loaded when the user clicks the button. */
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
        // Lets keyboard users scroll a long popover.
        tabIndex={0}
        className="z-50 max-h-(--radix-popover-content-available-height) w-72 overflow-y-auto rounded-lg border border-line bg-panel p-4 text-sm shadow-lg"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
