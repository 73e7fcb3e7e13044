import { lazy, Suspense } from 'react'
import type { TooltipProps } from './tooltip-box.tsx'

const TooltipBox = lazy(async () => ({ default: (await import('./tooltip-box.tsx')).TooltipBox }))

/** Says at once, by hover or focus, what `children` (one focusable element) is. It works a moment before its tooltip. */
export const Tooltip = (props: TooltipProps) => (
  <Suspense fallback={props.children}>
    <TooltipBox {...props} />
  </Suspense>
)
