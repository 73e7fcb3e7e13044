import { AsyncLocalStorage } from 'node:async_hooks'

type Level = 'debug' | 'info' | 'warn' | 'error'

/**
 * Writes one structured line for the operator. Callers pass single fields, and never a whole request or a secret. The
 * line goes directly to standard output. Lambda's console would prefix it, and filters could not parse it as JSON.
 */
export const log = (level: Level, message: string, fields: Readonly<Record<string, unknown>> = {}) => {
  process.stdout.write(`${JSON.stringify({ level, message, requestId: requestId(), ...fields })}\n`)
}

type CurrentRequest = { readonly id: string | undefined; isOver: boolean }

const requests = new AsyncLocalStorage<CurrentRequest>()

/** Lambda's ID of the current call, as in Lambda's START, END and REPORT lines; undefined in tests. */
export const requestId = () => requests.getStore()?.id

/**
 * Marks the current call as answered, although its work is not done. Lambda then freezes the process and resumes it
 * with the next call. After that, nothing of the old call may be sent to AWS or the broker.
 */
export const endRequest = () => {
  const current = requests.getStore()
  if (current) current.isOver = true
}

/** @throws Error if the current call was already answered */
export const refuseIfOver = () => {
  if (requests.getStore()?.isOver) throw new Error('The call was answered before this could be sent')
}

/** Wraps a Lambda's handler so that each log line contains its request ID. */
export const withRequestId =
  <Args extends readonly unknown[], Result>(handler: (...args: Args) => Result) =>
  (...args: Args): Result => {
    const [, context] = args as readonly unknown[] as [unknown, { readonly awsRequestId?: string }?]
    return requests.run({ id: context?.awsRequestId, isOver: false }, () => handler(...args))
  }

/**
 * The parts of an error that may be logged: name, message and stack. The error's request, headers and response are
 * never logged.
 */
export const describeError = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack?.split('\n').slice(0, 8).join('\n') }
    : { name: 'NotAnError', message: typeof error }
