import type { FormEvent } from 'react'

/** For a form's `onSubmit`: acts, and keeps the browser from loading another page. */
export const submitting = (act: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  act()
}
