import { timingSafeEqual } from 'node:crypto'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * The simplest program that can turn an alert into an order. It has one process and one session, and sends the order
 * before it responds. It checks no rule and stores nothing, so it is faster than any complete program. It sends its
 * port to its parent process.
 */

const { PAPER = '', SECRET = '' } = process.env
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const headers = { 'content-type': 'application/json', 'x-ig-api-key': 'paper-key-floor', version: '2' }

const login = await fetch(`${PAPER}/gateway/deal/session`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ identifier: 'paper-floor', password: 'paper' }),
})
const session = {
  ...headers,
  cst: login.headers.get('cst') ?? '',
  'x-security-token': login.headers.get('x-security-token') ?? '',
}

const place = (body: string) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(
      `${PAPER}/gateway/deal/workingorders/otc`,
      { method: 'POST', agent, headers: session },
      (answer) => {
        answer.resume()
        answer.once('end', resolve)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })

type Alert = { secret: string; epic: string; level: number; size: number; reference: string }

const server = createServer((incoming, response) => {
  void (async () => {
    const { secret, epic, level, size, reference } = JSON.parse(await text(incoming)) as Alert
    const [given, known] = [Buffer.from(secret), Buffer.from(SECRET)]
    if (given.length !== known.length || !timingSafeEqual(given, known))
      return void response.writeHead(401).end()
    await place(
      JSON.stringify({
        epic,
        level,
        size,
        expiry: 'DFB',
        direction: 'BUY',
        type: 'LIMIT',
        currencyCode: 'GBP',
        guaranteedStop: false,
        forceOpen: true,
        timeInForce: 'GOOD_TILL_CANCELLED',
        dealReference: reference,
      }),
    )
    response.writeHead(202).end('{}')
  })().catch(() => response.writeHead(500).end())
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.once('disconnect', () => process.exit(0))
