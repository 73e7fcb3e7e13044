import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'

/** Says at once, by hover or focus, what `children` (one focusable element) is. */
export const Tooltip = ({ text, children }: { readonly text: string; readonly children: ReactElement }) => (
  <Radix.Provider delayDuration={0}>
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
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
