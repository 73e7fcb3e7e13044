import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { toast } from './toast.ts'
import { camelName } from '../../shared/platform/wire.ts'
import { ApiError } from './api.ts'

/** The error message of the server or of our own code, or a fallback. */
export const messageOf = (error: unknown, fallback = 'An unexpected error occurred.') =>
  error instanceof ApiError && error.code !== 'UNKNOWN' ? withReference(error) : fallback

/** Adds the request’s ID, by which an admin finds the error in the server’s log. */
const withReference = ({ message, details: { requestId } }: ApiError) =>
  typeof requestId === 'string' ? `${message} Reference: ${requestId}` : message

/** Whether no answer came, for which we have our own text. */
const isUnanswered = (error: unknown) => error instanceof ApiError && unanswered.includes(error.code)
const unanswered = ['TIMEOUT', 'UNREACHABLE']

/** The text of a toast: the server's message, or else the fallback, also if the server was not reached. */
export const toastMessageOf = (error: unknown, fallback?: string) =>
  messageOf(isUnanswered(error) ? undefined : error, fallback)

/** Shows a toast. Use it as a mutation's `onError`. */
export const toastFailure = (title: string, fallback?: string) => (error: unknown) => {
  toast.error(title, { description: toastMessageOf(error, fallback) })
}

/** The same for an action on a list: "Couldn't delete user". */
export const toastCouldNot = (act: string) => toastFailure(`Couldn't ${act}`, 'An unknown error occurred')

/** Shows the server's field errors below the fields. The server uses the names on the wire. */
export const showFieldErrors = <Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown) => {
  if (!(error instanceof ApiError)) return
  for (const [name, problem] of Object.entries(error.details)) {
    const field = camelName(name)
    if (typeof problem === 'string' && field in form.getValues())
      form.setError(field as Path<Values>, { message: problem })
  }
}
