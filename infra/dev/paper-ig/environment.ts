import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Book, openBook } from './book/book.ts'
import { type BookState, emptyBook } from './book/state.ts'
import { control, type Controllable, type WireEntry } from './controls.ts'
import { Faults } from './faults.ts'
import { Gateway } from './gateway/gateway.ts'
import type { Session } from './gateway/sessions.ts'
import { basePath, type Body, type WireAnswer, type WireRequest } from './gateway/wire.ts'

/** The data that an environment stores, so that they survive a restart. */
export type StoredEnvironment = {
  readonly book: BookState
  readonly sessions: Session[]
  readonly clockOffset: number
}

export type Clock = { readonly now: () => number }

const longestLog = 5_000

/** One environment (demo or live), which listens on its own port. */
export class Environment implements Controllable {
  readonly book: Book
  readonly gateway: Gateway
  readonly faults = new Faults()
  readonly requests: WireEntry[] = []
  readonly server: Server
  clockOffset: number
  private readonly onChange: () => void
  private keptRevision = 0

  /** @param onChange called before each response if data that must be stored has changed */
  constructor(kept: StoredEnvironment | undefined, seed: number, clock: Clock, onChange: () => void) {
    this.clockOffset = kept?.clockOffset ?? 0
    const now = () => clock.now() + this.clockOffset
    this.book = openBook(kept?.book ?? emptyBook(now()), seed, now)
    this.gateway = new Gateway(this.book, kept?.sessions ?? [])
    this.onChange = onChange
    this.server = createServer((request, response) => {
      this.serve(request, response).catch((error: unknown) => {
        console.error(error)
        response.destroy()
      })
    })
  }

  get kept(): StoredEnvironment {
    return {
      book: this.book.state,
      sessions: this.gateway.sessions.list,
      clockOffset: this.clockOffset,
    }
  }

  private async serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const { method = 'GET' } = request
    const body = parse(await textOf(request))
    if (url.pathname.startsWith('/_paper')) {
      const answer = control(this, method, url.pathname.replace(/\/$/, ''), body)
      this.keep()
      return send(response, answer)
    }
    const wire = wireRequest(request, url, body)
    const accountId = this.gateway.accountIdOf(wire)
    const answer = await this.answer(wire, method)
    this.log({
      at: new Date(this.book.now()).toISOString(),
      method,
      path: `${url.pathname}${url.search}`,
      version: wire.headers.version ?? '1',
      accountId,
      status: answer?.status ?? 'dropped',
      body: withoutSecrets(wire.body),
    })
    if (answer) send(response, answer)
    else request.socket.destroy()
  }

  /** Lets the gateway answer a request unless a fault applies to it. Null means that the connection is cut. */
  private async answer(wire: WireRequest, sentMethod: string): Promise<WireAnswer | null> {
    const fault = this.faults.take(wire, sentMethod)
    const answer = !fault || fault.apply ? this.gateway.handle(wire) : null
    this.keep()
    if (!fault || fault.respond === 'drop') return fault ? null : answer
    const { respond } = fault
    if (respond.delayMs) await wait(respond.delayMs, undefined, { ref: false })
    return 'status' in respond ? { status: respond.status, body: respond.body } : answer
  }

  private keep() {
    if (this.keptRevision === this.book.revision) return
    this.keptRevision = this.book.revision
    this.onChange()
  }

  private log(entry: WireEntry) {
    this.requests.push(entry)
    if (this.requests.length > longestLog) this.requests.shift()
  }
}

const wireRequest = (request: IncomingMessage, url: URL, body: unknown): WireRequest => {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  return {
    method: (headers._method ?? request.method ?? 'GET').toUpperCase(),
    isBareDelete: request.method === 'DELETE',
    // Paths may end with a slash.
    path: (url.pathname.startsWith(`${basePath}/`)
      ? url.pathname.slice(basePath.length)
      : url.pathname
    ).replace(/\/+$/, ''),
    query: url.searchParams,
    headers,
    body: body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Body) : null,
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/** Parses a body. An empty body becomes an empty object, and invalid JSON becomes null. */
const parse = (text: string): unknown => {
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

const withoutSecrets = (body: Body | null): Body =>
  Object.fromEntries(
    Object.entries(body ?? {}).map(([name, value]) => [name, /password|token/i.test(name) ? '•••' : value]),
  )

const send = (response: ServerResponse, { status, body, headers = {} }: WireAnswer) => {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'content-type': isText ? 'text/html' : 'application/json; charset=UTF-8',
    ...headers,
  })
  response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body))
}
