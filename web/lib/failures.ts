import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { toast } from './toast.ts'
import { camelName } from '../../shared/platform/wire.ts'
import { ApiError } from './api.ts'

/** What went wrong in text of the server's or of ours, or the fallback if there are none. */
export const messageOf = (error: unknown, fallback = 'An unexpected error occurred.') =>
  error instanceof ApiError && error.code !== 'UNKNOWN' ? withReference(error) : fallback

/** By the request’s ID an admin finds what happened in the server’s log. */
const withReference = ({ message, details: { requestId } }: ApiError) =>
  typeof requestId === 'string' ? `${message} Reference: ${requestId}` : message

/** No answer came: the words for that are ours. */
const isUnanswered = (error: unknown) => error instanceof ApiError && unanswered.includes(error.code)
const unanswered = ['TIMEOUT', 'UNREACHABLE']

/** What a toast says: the server's message, else the fallback, also if the server was never reached. */
export const toastMessageOf = (error: unknown, fallback?: string) =>
  messageOf(isUnanswered(error) ? undefined : error, fallback)

/** Shows a toast. Use it as a mutation's `onError`. */
export const toastFailure = (title: string, fallback?: string) => (error: unknown) => {
  toast.error(title, { description: toastMessageOf(error, fallback) })
}

/** The same for what was asked for on a list: "Couldn't delete user". */
export const toastCouldNot = (act: string) => toastFailure(`Couldn't ${act}`, 'An unknown error occurred')

/** Writes what the server said of single fields below them; it names them as the wire does. */
export const showFieldErrors = <Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown) => {
  if (!(error instanceof ApiError)) return
  for (const [name, problem] of Object.entries(error.details)) {
    const field = camelName(name)
    if (typeof problem === 'string' && field in form.getValues())
      form.setError(field as Path<Values>, { message: problem })
  }
}
