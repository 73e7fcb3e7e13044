import { useSearch } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** How long a setting stays highlighted, in milliseconds. */
const markedFor = 2_000

/** Scrolls to a setting, focuses it and highlights it for a moment. */
export const showSetting = (name: string, within: ParentNode = document) => {
  const place = within.querySelector<HTMLElement>(`[data-setting="${name}"]`)
  if (!place) return
  place.scrollIntoView({ block: place.offsetHeight > innerHeight / 2 ? 'start' : 'center' })
  place
    .querySelector<HTMLElement>('input:checked, input:not([type=radio]), button')
    ?.focus({ preventScroll: true })
  place.dataset['marked'] = ''
  setTimeout(() => delete place.dataset['marked'], markedFor)
}

/**
 * Scrolls to the setting that is named in the page's address, and focuses it.
 * @param isThere whether the form is already on the screen
 */
export const useFocusedSetting = (form: RefObject<HTMLElement | null>, isThere = true) => {
  const { focus } = useSearch({ strict: false })
  useEffect(() => {
    if (focus && isThere && form.current) showSetting(focus, form.current)
  }, [focus, form, isThere])
}
