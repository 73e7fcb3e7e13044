import { useState } from 'react'
import { mainContent } from './main-content.ts'

export const overlayLook = 'fixed inset-0 z-40 bg-black/50'
/** Classes that keep the buttons visible despite a long text or a long word. */
export const contentLook =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[90dvh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 grid-cols-1 gap-4 overflow-y-auto rounded-xl border border-line bg-panel p-6 wrap-anywhere shadow-xl'

/**
 * For `onCloseAutoFocus` of a dialog without a trigger, for which Radix would lose the focus. The focus returns to
 * where it was at the opening. If that element is removed, at once or with the next answer, the focus moves to the
 * element that takes its place in the list, or else to the page's content. An element to which a choice in the dialog
 * gave the focus keeps it.
 */
export const useFocusBack = () => {
  const [opener] = useState(whatHasFocus)
  return (event: Event) => {
    event.preventDefault()
    if (document.activeElement !== document.body) return
    opener?.focus()
    if (!opener || document.activeElement !== opener) mainContent()?.focus({ preventScroll: true })
    else moveOnWhenGone(opener)
  }
}

const whatHasFocus = () => {
  const opener = document.activeElement
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

/** Milliseconds for which a row is watched, which may disappear once its dialog has closed. */
const watchMs = 15_000

const moveOnWhenGone = (opener: HTMLElement) => {
  const list = opener.closest('tbody, ul')
  if (!list) return
  const buttons = () => [...list.querySelectorAll<HTMLElement>('button')]
  const place = buttons().indexOf(opener)
  const watch = new MutationObserver(() => {
    if (opener.isConnected) return
    watch.disconnect()
    // A user who has moved the focus meanwhile keeps it.
    if (document.activeElement !== document.body) return
    const next = list.isConnected ? (buttons()[place] ?? buttons().at(-1)) : undefined
    ;(next ?? mainContent())?.focus({ preventScroll: true })
  })
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), watchMs)
}
