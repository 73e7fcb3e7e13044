import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { toast } from './toast.ts'
import { camelName } from '../../shared/wire.ts'
import { ApiError } from './api.ts'

/** What went wrong in the server's words, or the fallback where it gave none. */
export const messageOf = (error: unknown, fallback = 'An unexpected error occurred.') =>
  error instanceof ApiError && error.code !== 'UNKNOWN' ? error.message : fallback

/** For a mutation's `onError`. */
export const toastFailure = (title: string, fallback?: string) => (error: unknown) => {
  toast.error(title, { description: messageOf(error, fallback) })
}

/** Writes what the server said of single fields below them; it names them as the wire does. */
export const showFieldErrors = <Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown) => {
  if (!(error instanceof ApiError)) return
  for (const [name, problem] of Object.entries(error.details)) {
    const field = camelName(name)
    if (typeof problem === 'string' && field in form.getValues())
      form.setError(field as Path<Values>, { message: problem })
  }
}
