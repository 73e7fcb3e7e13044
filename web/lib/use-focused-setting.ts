import { useSearch } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** Milliseconds for which a setting stays marked. */
const markedFor = 2_000

/** Scrolls to a setting, focuses it and marks it for a moment. */
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
 * Shows the setting that a link named.
 * @param isThere whether the form is on the screen yet
 */
export const useFocusedSetting = (form: RefObject<HTMLElement | null>, isThere = true) => {
  const { focus } = useSearch({ strict: false })
  useEffect(() => {
    if (focus && isThere && form.current) showSetting(focus, form.current)
  }, [focus, form, isThere])
}
