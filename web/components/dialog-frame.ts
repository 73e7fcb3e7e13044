import { useState } from 'react'
import { mainContent } from './main-content.ts'

export const overlayClass = 'fixed inset-0 z-40 bg-black/50'
/** Keeps a dialog's buttons visible even if its text is long or contains a very long word. */
export const contentClass =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[90dvh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 grid-cols-1 gap-4 overflow-y-auto rounded-xl border border-line bg-panel p-6 wrap-anywhere shadow-xl'

/**
 * Returns a handler for `onCloseAutoFocus` of a dialog without a trigger, because Radix would lose the focus. When the
 * dialog closes, the focus returns to the element that had it before. If that element is removed, the focus moves to
 * the next button in the same list, or to the page's content. If a choice in the dialog has already moved the focus
 * elsewhere, it stays there.
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

/** How long to watch whether the focused row disappears after its dialog has closed, in milliseconds. */
const watchMs = 15_000

const moveOnWhenGone = (opener: HTMLElement) => {
  const list = opener.closest('tbody, ul')
  if (!list) return
  const buttons = () => [...list.querySelectorAll<HTMLElement>('button')]
  const place = buttons().indexOf(opener)
  const watch = new MutationObserver(() => {
    if (opener.isConnected) return
    watch.disconnect()
    // If the user has moved the focus in the meantime, it stays there.
    if (document.activeElement !== document.body) return
    const next = list.isConnected ? (buttons()[place] ?? buttons().at(-1)) : undefined
    ;(next ?? mainContent())?.focus({ preventScroll: true })
  })
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), watchMs)
}
