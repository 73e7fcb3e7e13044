import { type CSSProperties, useEffect } from 'react'
import { Toaster } from 'sonner'
import { fillToasterSlot } from './toaster-slot.tsx'

export { toast } from 'sonner'

/** The page's own colours, light or dark, and font. */
const colours = {
  fontFamily: 'var(--font-sans)',
  '--normal-bg': 'var(--panel)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
} as CSSProperties

const looks = {
  // The library's colour is made for light pages.
  description: 'text-muted!',
  success: '[&_[data-icon]]:text-good',
  error: '[&_[data-icon]]:text-bad',
  warning: '[&_[data-icon]]:text-warn',
}

/**
 * Above the bar that saves settings, and above a phone's bar, because a button under a toast's shadow could not be
 * clicked.
 */
const aboveActions = { bottom: 'calc(5.5rem + env(safe-area-inset-bottom))' }

const { promise, resolve } = Promise.withResolvers<void>()
/** Resolves once the toaster listens. An earlier toast would be lost. */
export const toasterListens = promise

/** Its effect runs after the effect of the toaster before it. */
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
