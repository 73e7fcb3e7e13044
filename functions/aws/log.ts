import { AsyncLocalStorage } from 'node:async_hooks'

type Level = 'debug' | 'info' | 'warn' | 'error'

/**
 * One structured line for the operator. Fields are chosen by name at the call: never a whole request, never a secret.
 * Not through the console: Lambda's writes the time and more before each line, and then no filter reads it as JSON.
 */
export const log = (level: Level, message: string, fields: Readonly<Record<string, unknown>> = {}) => {
  process.stdout.write(`${JSON.stringify({ level, message, requestId: requestId(), ...fields })}\n`)
}

type CurrentRequest = { readonly id: string | undefined; isOver: boolean }

const requests = new AsyncLocalStorage<CurrentRequest>()

/** The ID that Lambda gave the current call, as in its START, END and REPORT lines; undefined in tests. */
export const requestId = () => requests.getStore()?.id

/**
 * Marks the current call as answered before its work was done. Lambda stops the process then, and lets it go on with the next
 * call: whatever this one would send to AWS or the broker by that time must not leave.
 */
export const endRequest = () => {
  const current = requests.getStore()
  if (current) current.isOver = true
}

/** @throws if the current call was answered already */
export const refuseIfOver = () => {
  if (requests.getStore()?.isOver) throw new Error('The call was answered before this could be sent')
}

/** A Lambda's handler, each of whose lines names its request. */
export const withRequestId =
  <Args extends readonly unknown[], Result>(handler: (...args: Args) => Result) =>
  (...args: Args): Result => {
    const [, context] = args as readonly unknown[] as [unknown, { readonly awsRequestId?: string }?]
    return requests.run({ id: context?.awsRequestId, isOver: false }, () => handler(...args))
  }

/** What may be notified of an error in a log: its name, message and stack. Never its request, headers or response. */
export const describeError = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack?.split('\n').slice(0, 8).join('\n') }
    : { name: 'NotAnError', message: typeof error }
