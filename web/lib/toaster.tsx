import { type CSSProperties, useEffect } from 'react'
import { Toaster } from 'sonner'
import { fillToasterSlot } from './toaster-slot.tsx'

export { toast } from 'sonner'

/** In the page's own colours, light or dark, and its font. */
const colours = {
  fontFamily: 'var(--font-sans)',
  '--normal-bg': 'var(--panel)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
} as CSSProperties

const looks = {
  // Its own colour is made for light pages.
  description: 'text-muted!',
  success: '[&_[data-icon]]:text-good',
  error: '[&_[data-icon]]:text-bad',
  warning: '[&_[data-icon]]:text-warn',
}

/** Above the bar that saves the settings, and that of a phone: in a toast's shadow its button took no click. */
const aboveActions = { bottom: 'calc(5.5rem + env(safe-area-inset-bottom))' }

const { promise, resolve } = Promise.withResolvers<void>()
/** A toast would be lost if nothing listens yet. */
export const toasterListens = promise

/** Its effect comes after that of the toaster before it. */
const Listening = () => {
  useEffect(resolve, [])
  return null
}

fillToasterSlot(
  <>
    <Toaster
      position="bottom-right"
      duration={4_000}
      offset={aboveActions}
      mobileOffset={aboveActions}
      visibleToasts={3}
      style={colours}
      toastOptions={{ classNames: looks }}
    />
    <Listening />
  </>,
)
