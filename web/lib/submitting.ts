import type { FormEvent } from 'react'

/** A form's `onSubmit` handler that acts and stops the browser from loading a page. */
export const submitting = (act: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  act()
}
