import { type CSSProperties, useEffect } from 'react'
import { Toaster } from 'sonner'
import { fillToasterSlot } from './toaster-slot.tsx'

export { toast } from 'sonner'

/** The page's font and its colours, for the light and the dark theme. */
const colours = {
  fontFamily: 'var(--font-sans)',
  '--normal-bg': 'var(--panel)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
} as CSSProperties

const looks = {
  // The library's own text colour is made for light pages.
  description: 'text-muted!',
  success: '[&_[data-icon]]:text-good',
  error: '[&_[data-icon]]:text-bad',
  warning: '[&_[data-icon]]:text-warn',
}

/**
 * Places toasts above the save bar of the settings and above a phone's navigation bar. Otherwise a toast could cover a
 * button.
 */
const aboveActions = { bottom: 'calc(5.5rem + env(safe-area-inset-bottom))' }

const { promise, resolve } = Promise.withResolvers<void>()
/** Resolves when the toaster is ready. A toast shown before that would be lost. */
export const toasterListens = promise

/** React runs this effect after the effects of `Toaster`, which is rendered first, so the toaster is then ready. */
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
