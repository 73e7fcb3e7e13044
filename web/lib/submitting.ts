import type { FormEvent } from 'react'

/** Returns a handler for a form's `onSubmit` that runs `act` and prevents the browser from loading a page. */
export const submitting = (act: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  act()
}
