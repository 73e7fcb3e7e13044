import { pathToFileURL } from 'node:url'

/**
 * A bundled Lambda in a process of its own, one event at a time over its channel; so it can be killed at any step.
 * BENCH_AHEAD moves its clock, in milliseconds and so does a message.
 */

type Handler = (event: unknown, context: unknown) => Promise<unknown>
type Message = { readonly event: unknown; readonly timeout: number } | { readonly ahead: number }

let ahead = Number(process.env.BENCH_AHEAD ?? 0)
globalThis.Date = new Proxy(Date, {
  construct: (real, given, made) =>
    given.length > 0 ? (Reflect.construct(real, given, made) as object) : new real(real.now() + ahead),
  get: (real, name) => (name === 'now' ? () => real.now() + ahead : (Reflect.get(real, name) as unknown)),
})

const file = process.argv[2] ?? ''
const loaded = import(pathToFileURL(file).href) as Promise<{ handler: Handler }>

const invoke = async (event: unknown, timeout: number) => {
  const until = Date.now() + timeout
  const context = {
    awsRequestId: crypto.randomUUID(),
    getRemainingTimeInMillis: () => Math.max(0, until - Date.now()),
  }
  try {
    const { handler } = await loaded
    process.send?.({ result: await handler(event, context) })
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) })
  }
}

process.on('message', (message: Message) => {
  if ('ahead' in message) ahead = message.ahead
  else void invoke(message.event, message.timeout)
})
