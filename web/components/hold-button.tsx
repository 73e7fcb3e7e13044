import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

/** How long the user must hold the button, in milliseconds. */
const holdFor = 1_000

type Props = { readonly disabled?: boolean; readonly onHeld: () => void; readonly children: string }

/**
 * A red button that acts only after the user has held it for a second by pointer, Space or Enter. Assistive technology
 * cannot hold a button, so a click from it acts at once.
 */
export const HoldButton = ({ disabled = false, onHeld, children }: Props) => {
  const [isHolding, setIsHolding] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Whether a pointer or key pressed the button. If so, the click that follows is the release and must not act. */
  const wasPressed = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = () => {
    if (disabled || isHolding) return
    wasPressed.current = true
    setIsHolding(true)
    timer.current = setTimeout(() => {
      setIsHolding(false)
      onHeld()
    }, holdFor)
  }
  const end = () => {
    clearTimeout(timer.current)
    setIsHolding(false)
  }
  const isKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter'
  return (
    <Button
      kind="grave"
      className="relative touch-none overflow-hidden select-none"
      disabled={disabled}
      onPointerDown={({ button }) => button === 0 && begin()}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={end}
      onKeyDown={(event) => {
        if (!isKey(event)) return
        event.preventDefault()
        if (!event.repeat) begin()
      }}
      onKeyUp={(event) => isKey(event) && end()}
      onClick={() => {
        if (!wasPressed.current && !disabled) onHeld()
        wasPressed.current = false
      }}
    >
      <span
        aria-hidden
        className={`absolute inset-y-0 left-0 bg-black/25 ease-linear ${isHolding ? 'w-full transition-[width] duration-1000' : 'w-0'}`}
      />
      <span className="relative">{children}</span>
    </Button>
  )
}
