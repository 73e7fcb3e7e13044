import { useSearch } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/**
 * Brings the setting that a link named into sight and gives it the focus.
 * @param isThere whether the form is on the screen yet
 */
export const useFocusedSetting = (form: RefObject<HTMLElement | null>, isThere = true) => {
  const { focus } = useSearch({ strict: false })
  useEffect(() => {
    if (!focus || !isThere) return
    const place = form.current?.querySelector(`[data-setting="${focus}"]`)
    place?.scrollIntoView({ block: 'center' })
    place?.querySelector<HTMLElement>('input:checked, input:not([type=radio]), button')?.focus()
  }, [focus, form, isThere])
}
