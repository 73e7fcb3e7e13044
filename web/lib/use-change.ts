import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from './toast.ts'

type Change<Answer, Request> = {
  /** Shows the error to the user, as `toastFailure` does. */
  readonly onError: (error: unknown) => unknown
  /** The toast after a success. */
  readonly done?: string | ((answer: Answer) => string) | undefined
  readonly onDone?: ((answer: Answer) => unknown) | undefined
  /** Called after each attempt, even a failed one, because the server may still have made the change. */
  readonly onEnd?: (request: Request) => unknown
  /** The queries whose data are reloaded after each attempt. The change is pending until they are reloaded. */
  readonly rereads?: readonly QueryKey[]
}

/** Changes something on the server, shows the result in a toast, and reloads the data of the queries in `rereads`. */
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

/** Uses the server’s message as the toast of a change. */
export const itsMessage = ({ message }: { readonly message: string }) => message
