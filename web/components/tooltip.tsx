import { lazy, Suspense } from 'react'
import type { TooltipProps } from './tooltip-box.tsx'

const TooltipBox = lazy(async () => ({ default: (await import('./tooltip-box.tsx')).TooltipBox }))

/**
 * Shows the name of `children` (one focusable element) on hover or focus. The element also works before the tooltip's
 * code has loaded.
 */
export const Tooltip = (props: TooltipProps) => (
  <Suspense fallback={props.children}>
    <TooltipBox {...props} />
  </Suspense>
)
