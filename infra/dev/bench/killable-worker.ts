import { subscribe } from 'node:diagnostics_channel'
import '../local/worker.mjs'
import type { Strike } from './killable-process.ts'

/** Runs a Lambda as ../local/worker.mjs does. The process kills itself at the call that the message of an event names. */

let strike: Strike | null = null
let steps = 0

// The worker already listens, because otherwise this listener would take the first message before the worker does.
process.prependListener('message', (message) => {
  strike = (message as { readonly strike: Strike | null }).strike
  steps = 0
})

const { send } = process
process.send = (...given: unknown[]) => {
  // Work after the end of an invocation is not interrupted.
  strike = null
  return Reflect.apply(send!, process, given) as boolean
}

const mayBeKilled = (moment: Strike['moment']) => {
  if (strike?.step === steps && strike.moment === moment) process.kill(process.pid, 'SIGKILL')
}

// The SDK of AWS uses Node's HTTP client, and the broker's client uses fetch.
for (const begin of ['http.client.request.created', 'undici:request:create'])
  subscribe(begin, () => {
    steps += 1
    mayBeKilled('before')
  })
for (const end of ['http.client.response.finish', 'undici:request:headers'])
  subscribe(end, () => mayBeKilled('after'))
