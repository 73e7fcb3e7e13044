import { refuseIfOver } from './log.ts'

type Send = (args: unknown) => Promise<unknown>
type Client = { readonly middlewareStack: { add(middleware: never, options: never): void } }

/** Makes a client refuse to send, even for retries, after the current call has been answered. */
export const withinCall = <Made extends Client>(client: Made): Made => {
  const middleware = (next: Send) => (args: unknown) => {
    refuseIfOver()
    return next(args)
  }
  const options = { step: 'finalizeRequest', priority: 'low', name: 'withinCall' }
  client.middlewareStack.add(middleware as never, options as never)
  return client
}
