import { useSearch } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** Brings the setting that a link named into sight and gives it the focus. */
export const useFocusedSetting = (form: RefObject<HTMLElement | null>) => {
  const { focus } = useSearch({ strict: false })
  useEffect(() => {
    if (!focus) return
    const place = form.current?.querySelector(`[data-setting="${focus}"]`)
    place?.scrollIntoView({ block: 'center' })
    place?.querySelector<HTMLElement>('input:checked, input:not([type=radio]), button')?.focus()
  }, [focus, form])
}
