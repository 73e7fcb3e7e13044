import { describe, expect, it } from 'vitest'
import { acceptAlert, logLostAlert } from './accept.ts'
import { calmWorld } from '../../../infra/dev/simulation/engine.ts'

const secret = 'q8ZrT1xv0aYhPw5KLm2x-_B7'

const owned = () => {
  const world = calmWorld()
  const user = [...world.tables.users.values()][0]
  if (!user) throw new Error('The world has no user')
  world.tables.users.set(user.userId, { ...user, secrets: { DEMO: secret, LIVE: 'x'.repeat(40) } })
  return world
}

/**
 * Sends a body, and logs it if it is not accepted as an alert.
 * @returns the webhook's answer, the log, and the number of alerts
 */
const lose = async (body: string) => {
  const { ports, tables } = owned()
  const acceptance = await acceptAlert(ports, body)
  if (acceptance.kind === 'invalid' || acceptance.kind === 'unknown-secret')
    await logLostAlert(ports, body, acceptance)
  return { kind: acceptance.kind, logs: [...tables.logs.values()], alerts: tables.alerts.size }
}

const fields = { secret, market: 'NASDAQ:AAPL', action: 'CLOSE', time: '2026-11-28T12:00:00Z' }
const json = JSON.stringify(fields)
const { secret: _, ...withoutSecret } = fields
const renamed = (name: string) => JSON.stringify({ ...withoutSecret, [name]: secret })

describe('an alert that contains a known secret and can’t be read', () => {
  it.each([
    ['single quotes', json.replaceAll('"', "'")],
    ['names without quotes', json.replaceAll(/"(\w+)":/g, '$1:')],
    ['escaped quotes', json.replaceAll('"', '\\"')],
    ['quotes of HTML', json.replaceAll('"', '&quot;')],
    ['high quotes', json.replaceAll(/"([^"]*)"/g, '“$1”')],
    ['low and high quotes', json.replaceAll(/"([^"]*)"/g, '„$1“')],
    ['guillemets', json.replaceAll(/"([^"]*)"/g, '«$1»')],
    ['primes', json.replaceAll('"', '″')],
    ['full-width quotes', json.replaceAll('"', '\uFF02')],
    ['the name Secret', renamed('Secret')],
    ['the name SECRET', renamed('SECRET')],
    ['the name webhook_secret', renamed('webhook_secret')],
    ['the name passphrase', renamed('passphrase')],
    ['fields inside data', JSON.stringify({ data: fields })],
    ['a form', `payload=${encodeURIComponent(json)}`],
    ['a form of fields', new URLSearchParams(fields).toString()],
    ['a list of two', `[${json},${json}]`],
    ['two objects in a row', `${json}${json}`],
    ['two objects on two lines', `${json}\n${json}`],
    ['JSON as a text', JSON.stringify(json)],
    ['JSON as a text of a text', JSON.stringify(JSON.stringify(json))],
    ['escapes instead of quotes', json.replaceAll('"', '\\u0022')],
    ['a line with commas', `2026-11-28T12:00:00Z,${secret},NASDAQ:AAPL,CLOSE`],
    ['a line with semicolons', `2026-11-28T12:00:00Z;${secret};NASDAQ:AAPL;CLOSE`],
    ['a line cut in two', `2026-11-28T12:00:00Z ${secret}\nNASDAQ:AAPL CLOSE`],
    ['a line that starts with the secret', `${secret} 2026-11-28T12:00:00Z NASDAQ:AAPL CLOSE`],
    ['a line with a time of two words', `2026-11-28 12:00:00 ${secret} NASDAQ:AAPL CLOSE`],
    ['a line without a time', `${secret} NASDAQ:AAPL CLOSE 229.87`],
    ['a zero-width space after the secret', JSON.stringify({ ...fields, secret: `${secret}\u200B` })],
    ['a no-break space after the secret', JSON.stringify({ ...fields, secret: `${secret}\u00A0` })],
    ['a blank before the secret', JSON.stringify({ ...fields, secret: ` ${secret}` })],
    ['the secret in the comment', JSON.stringify({ ...fields, secret: 'my-secret', comment: secret })],
    ['a Markdown fence', `\`\`\`json\n${json}\n\`\`\``],
    ['a comment after it', `${json} // exit`],
    ['a missing bracket', json.slice(0, -1)],
    ['a sentence', `Close Apple, secret: ${secret}.`],
  ])('appears in the log of its owner if it has %s', async (_name, body) => {
    const { kind, logs, alerts } = await lose(body)
    expect(['invalid', 'unknown-secret']).toContain(kind)
    expect(alerts).toBe(0)
    expect(logs).toMatchObject([
      { userId: 'ann', mode: 'DEMO', message: 'An alert couldn’t be read and did not trade' },
    ])
    expect(JSON.stringify(logs)).not.toContain(secret)
    const [told] = logs
    expect(told?.extra?.kind === 'unreadable' && Object.keys(told.extra.problems)).not.toEqual([])
  })

  it('is logged for the owner even if the secret has characters that our own secrets never have', async () => {
    const world = owned()
    const user = [...world.tables.users.values()][0]
    const own = 'Tr4de.now!at-9#half%past'
    if (user) world.tables.users.set(user.userId, { ...user, secrets: { DEMO: own, LIVE: 'x'.repeat(40) } })
    const form = `payload=${encodeURIComponent(json.replace(secret, own))}`
    for (const body of [json.replace(secret, own).replaceAll('"', "'"), form]) {
      const acceptance = await acceptAlert(world.ports, body)
      if (acceptance.kind === 'invalid') await logLostAlert(world.ports, body, acceptance)
    }
    expect([...world.tables.logs.values()]).toHaveLength(2)
    expect(JSON.stringify([...world.tables.logs.values()])).not.toContain(own)
  })
})

describe('the search for a secret', () => {
  it('makes one database call with at most nine texts', async () => {
    const { ports } = owned()
    const asked: (readonly string[])[] = []
    const store = {
      ...ports.store,
      findSecret: async (candidates: readonly string[]) => {
        asked.push(candidates)
        return null
      },
    }
    const words = Array.from({ length: 30 }, (_word, index) => `word-of-twenty-letters-${index}`)
    await logLostAlert({ ...ports, store }, words.join(' '), { problems: {}, secret: 'given', alert: null })
    expect(asked).toEqual([['given', ...words.slice(0, 8)]])
  })

  it('makes no call if no part of the text can be a secret', async () => {
    const { ports } = owned()
    const store = { ...ports.store, findSecret: () => Promise.reject(new Error('asked')) }
    const body = `close now ${'x'.repeat(129)} shorter-than-twenty`
    await logLostAlert({ ...ports, store }, body, { problems: {}, secret: null, alert: null })
  })

  it('tries the text after the word “secret” first', async () => {
    const words = Array.from({ length: 30 }, (_word, index) => `word-of-twenty-letters-${index}`)
    expect((await lose(`${words.join(' ')} secret='${secret}'`)).logs).toHaveLength(1)
  })
})
