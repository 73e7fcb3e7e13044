import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { mainContent } from './main-content.ts'

export type TooltipProps = { readonly text: string; readonly children: ReactElement }

export const TooltipBox = ({ text, children }: TooltipProps) => (
  <Radix.Provider delayDuration={0}>
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={mainContent()}>
        <Radix.Content
          sideOffset={6}
          className="z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs text-ground"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
)
