import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { systemClock } from '../../functions/aws/system.ts'
import { logIn, type LoginDetails, refusalOf, sessionFrom } from '../../functions/broker/ig/log-in.ts'
import { remedyFor } from '../../functions/broker/ig/remedies.ts'
import { NoReply, sendToIg } from '../../functions/broker/ig/transport.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { env } from '../../shared/platform/env.ts'
import { UsageError } from '../command-line.ts'
import type { Done } from './commands.ts'

const gateways: Readonly<Record<Mode, readonly [variable: string, address: string]>> = {
  DEMO: [env.igDemoUrl, 'https://demo-api.ig.com/gateway/deal'],
  LIVE: [env.igLiveUrl, 'https://api.ig.com/gateway/deal'],
}

/**
 * Reads three lines from standard input, or asks for them in a terminal. Secrets are not echoed.
 * @throws UsageError
 */
const askForDetails = async (): Promise<LoginDetails> => {
  const isTyped = process.stdin.isTTY
  let isShown = true
  const output = new Writable({
    write: (text, _encoding, done) => {
      if (isShown) process.stderr.write(text as Buffer)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: isTyped })
  const given = lines[Symbol.asyncIterator]()
  const ask = async (what: string, isSecret: boolean) => {
    if (isTyped) process.stderr.write(`${what}: `)
    isShown = !isSecret
    const { value, done } = await given.next()
    isShown = true
    if (isTyped && isSecret) process.stderr.write('\n')
    const text = done ? '' : String(value).trim()
    if (text === '') throw new UsageError('Enter the IG username, password and API key, each on its own line')
    return text
  }
  try {
    const username = await ask('IG username', false)
    const password = await ask('Password', true)
    return { username, password, apiKey: await ask('API key', true) }
  } finally {
    lines.close()
  }
}

/** Logs in to IG once from this machine. It saves nothing, and sends the login to IG only. */
export const testLogin = async (mode: Mode): Promise<Done> => {
  const details = await askForDetails()
  if (details.username.includes('@'))
    throw new UsageError(
      'Enter your IG username instead of your email address. IG’s API doesn’t accept email addresses',
    )
  const [variable, address] = gateways[mode]
  process.env[variable] ||= address
  const reply = await logIn((request, tokens) => sendToIg(fetch, mode, request, tokens), details).catch(
    (error: unknown) => {
      if (error instanceof NoReply) return null
      throw error
    },
  )
  if (!reply)
    return refused(
      null,
      'IG didn’t respond',
      'Try again in a minute. IG is often down for maintenance at weekends.',
    )
  const session = sessionFrom(reply, details.apiKey, systemClock.now())
  if (!session) {
    const { code, message } = refusalOf(reply)
    return refused(code, message, remedyFor(code, mode))
  }
  const { accountId } = session
  return {
    data: { isConnected: true, accountId },
    words: `IG accepted these ${mode.toLowerCase()} credentials from this machine. Default account: ${accountId}. If the dashboard’s test rejects them, IG is rejecting the address of Signalpost’s server. Contact IG’s web API support and give them the AWS region`,
  }
}

const refused = (code: string | null, says: string, remedy: string): Done => ({
  data: { isConnected: false, code, says, remedy },
  words: `${says}. ${remedy}`,
  isGood: false,
})
