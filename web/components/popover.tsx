import { lazy, Suspense, useState } from 'react'
import { Button } from './button.tsx'
import type { PopoverProps } from './popover-box.tsx'

const PopoverBox = lazy(async () => ({ default: (await import('./popover-box.tsx')).PopoverBox }))

/** A button that opens a popover. The popover's code is loaded when the user first opens it. */
export const Popover = (props: PopoverProps) => {
  const [asked, setAsked] = useState(false)
  const button = (
    <Button kind="quiet" aria-haspopup="dialog" aria-expanded={false} onClick={() => setAsked(true)}>
      {props.label}
    </Button>
  )
  return asked ? (
    <Suspense fallback={button}>
      <PopoverBox {...props} />
    </Suspense>
  ) : (
    button
  )
}
