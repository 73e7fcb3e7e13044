import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

type Props = { readonly trigger: ReactElement; readonly children: ReactNode }

export const Popover = ({ trigger, children }: Props) => (
  <Radix.Root>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align="start"
        sideOffset={6}
        className="z-50 max-h-(--radix-popover-content-available-height) w-72 overflow-y-auto rounded-lg border border-line bg-panel p-4 text-sm shadow-lg"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
