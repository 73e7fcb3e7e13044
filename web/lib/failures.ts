import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { toast } from './toast.ts'
import { camelName } from '../../shared/platform/wire.ts'
import { ApiError } from './api.ts'

/** Returns an ApiError's message, or the fallback for any other error. */
export const messageOf = (error: unknown, fallback = 'An unexpected error occurred.') =>
  error instanceof ApiError && error.code !== 'UNKNOWN' ? withReference(error) : fallback

/** Adds the request’s ID, with which an admin can find the error in the server’s log. */
const withReference = ({ message, details: { requestId } }: ApiError) =>
  typeof requestId === 'string' ? `${message} Reference: ${requestId}` : message

/** Whether the server did not respond. The page then shows its own text. */
const isUnanswered = (error: unknown) => error instanceof ApiError && unanswered.includes(error.code)
const unanswered = ['TIMEOUT', 'UNREACHABLE']

/** Returns the server's message for a toast, or the fallback if there is none or if the server did not respond. */
export const toastMessageOf = (error: unknown, fallback?: string) =>
  messageOf(isUnanswered(error) ? undefined : error, fallback)

/** Returns a handler for a mutation's `onError` that shows a toast. */
export const toastFailure = (title: string, fallback?: string) => (error: unknown) => {
  toast.error(title, { description: toastMessageOf(error, fallback) })
}

/** Like `toastFailure`, with a title such as "Couldn't delete user". */
export const toastCouldNot = (act: string) => toastFailure(`Couldn't ${act}`, 'An unknown error occurred')

/** Shows the server's error for each field below that field. The server's field names are converted to camel case. */
export const showFieldErrors = <Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown) => {
  if (!(error instanceof ApiError)) return
  for (const [name, problem] of Object.entries(error.details)) {
    const field = camelName(name)
    if (typeof problem === 'string' && field in form.getValues())
      form.setError(field as Path<Values>, { message: problem })
  }
}
