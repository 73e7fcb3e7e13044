import { lazy, Suspense } from 'react'
import type { TooltipProps } from './tooltip-box.tsx'

const TooltipBox = lazy(async () => ({ default: (await import('./tooltip-box.tsx')).TooltipBox }))

/** Names `children` (one focusable element) by hover or focus. The element works before the tooltip's code is loaded. */
export const Tooltip = (props: TooltipProps) => (
  <Suspense fallback={props.children}>
    <TooltipBox {...props} />
  </Suspense>
)
