import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from './toast.ts'

type Change<Answer, Request> = {
  /** Says why it failed, such as `toastFailure`. */
  readonly onError: (error: unknown) => unknown
  /** The toast if it succeeded. */
  readonly done?: string | ((answer: Answer) => string) | undefined
  readonly onDone?: ((answer: Answer) => unknown) | undefined
  /** After each attempt: one that failed may have been done all the same. */
  readonly onEnd?: (request: Request) => unknown
  /** What is read again after each attempt. The change is pending until then. */
  readonly rereads?: readonly QueryKey[]
}

/** A change on the server that says how it ended, and reads again what it changed. */
export const useChange = <Answer, Request = void>(
  mutationFn: (request: Request) => Promise<Answer>,
  { onError, done, onDone, onEnd, rereads = [] }: Change<Answer, Request>,
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onError,
    onSuccess: (answer) => {
      if (done !== undefined) toast.success(typeof done === 'string' ? done : done(answer))
      return onDone?.(answer)
    },
    onSettled: (_answer, _error, request) => {
      onEnd?.(request)
      return Promise.all(rereads.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
}

/** The server’s own text, as the toast of a change. */
export const itsMessage = ({ message }: { readonly message: string }) => message
