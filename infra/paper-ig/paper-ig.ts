import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Behaviour, Book, type BookState, emptyState, usualBehaviour } from './book.ts'
import { Gateway, type WireAnswer, type WireRequest } from './gateway.ts'
import { type Fixed, marketStatuses } from './prices.ts'
import type { Body } from './validation.ts'

export type PaperIgOptions = {
  /** Demo's port and live's; 0 takes any free one. */
  readonly port: number
  readonly livePort: number
  /** Accounts and deals are kept here, written before each answer; none: in memory only. */
  readonly dataFile?: string
  readonly seed?: number
  readonly clock?: { readonly now: () => number }
}
export type PaperIg = {
  readonly port: number
  readonly livePort: number
  /** Base URL as the product is given it, ending in /gateway/deal. */
  readonly url: (mode: 'DEMO' | 'LIVE') => string
  readonly stop: () => Promise<void>
}

/** A request as it came over the wire: the path with /gateway/deal and query, the body without passwords. */
export type WireEntry = {
  readonly at: string
  readonly method: string
  readonly path: string
  readonly version: string
  readonly accountId: string | null
  readonly status: number | 'dropped'
  readonly body: unknown
}

type Respond = { readonly status: number; readonly body?: unknown } | 'drop' | { readonly delayMs: number }
type Fault = {
  readonly method: string | undefined
  readonly path: string
  times: number
  readonly apply: boolean
  readonly respond: Respond
}

const basePath = '/gateway/deal'
const longestLog = 5_000

/** One environment behind one port. */
class Environment {
  readonly behaviour: Behaviour
  readonly gateway: Gateway
  readonly server: Server
  private requests: WireEntry[] = []
  private faults: Fault[] = []
  private readonly now: () => number
  private readonly onChange: () => void

  constructor(state: BookState, seed: number, now: () => number, onChange: () => void) {
    this.behaviour = structuredClone(usualBehaviour)
    this.gateway = new Gateway(new Book(state, this.behaviour, seed, now))
    this.now = now
    this.onChange = onChange
    this.server = createServer((request, response) => {
      this.serve(request, response).catch((error: unknown) => {
        console.error(error)
        response.destroy()
      })
    })
  }

  private async serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://localhost')
    let text = ''
    for await (const piece of request) text += String(piece)
    const body = parse(text)
    if (url.pathname.startsWith('/_paper'))
      return answer(response, this.control(request.method ?? 'GET', url.pathname, body))
    const overridden = request.headers._method
    const method = typeof overridden === 'string' ? overridden.toUpperCase() : (request.method ?? 'GET')
    const wire: WireRequest = {
      method,
      isBareDelete: request.method === 'DELETE',
      path: url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : url.pathname,
      query: url.searchParams,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body,
    }
    const fault = this.takeFault(request.method ?? 'GET', method, wire.path)
    const accountId = this.gateway.accountIdOf(wire)
    let result: WireAnswer = { status: 0 }
    if (!fault || fault.apply) {
      result = url.pathname.startsWith(basePath)
        ? this.gateway.handle(wire)
        : { status: 404, body: { errorCode: 'invalid.url' } }
      this.onChange()
    }
    const respond = fault?.respond
    // What was not carried out has no answer of its own: after its delay the connection goes.
    let isDropped = respond === 'drop'
    if (respond && typeof respond === 'object') {
      if ('delayMs' in respond) {
        await wait(respond.delayMs)
        isDropped = fault?.apply === false
      } else result = { status: respond.status, body: respond.body }
    }
    this.requests.push({
      at: new Date(this.now()).toISOString(),
      method: request.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      version: wire.headers.version ?? '1',
      accountId,
      status: isDropped ? 'dropped' : result.status,
      body: withoutPasswords(body),
    })
    if (this.requests.length > longestLog) this.requests.shift()
    if (isDropped) return void request.socket.destroy()
    answer(response, result)
  }

  /** A fault's method is the method on the wire or the effective one; its path may leave the base path out. */
  private takeFault(method: string, effective: string, path: string): Fault | null {
    const fault = this.faults.find(
      (candidate) =>
        (!candidate.method || candidate.method === method || candidate.method === effective) &&
        path.startsWith(candidate.path),
    )
    if (!fault) return null
    fault.times -= 1
    if (fault.times <= 0) this.faults = this.faults.filter((candidate) => candidate !== fault)
    return fault
  }

  private control(method: string, path: string, body: Body): WireAnswer {
    const { book } = this.gateway
    if (method === 'GET' && path === '/_paper/requests') return { status: 200, body: this.requests }
    if (method === 'GET' && path === '/_paper/settings') return { status: 200, body: this.behaviour }
    if (method === 'POST' && path === '/_paper/settings') {
      Object.assign(this.behaviour, body)
      return { status: 200, body: this.behaviour }
    }
    if (method === 'POST' && path === '/_paper/reset') {
      book.state = emptyState()
      this.gateway.refillAllowances()
      Object.assign(this.behaviour, structuredClone(usualBehaviour))
      this.requests = []
      this.faults = []
      this.onChange()
      return { status: 200, body: { reset: true } }
    }
    if (method === 'POST' && path === '/_paper/faults') {
      const { method: wanted, path: from = '/', times = 1, apply = true, respond = { delayMs: 0 } } = body
      this.faults.push({
        method: wanted === undefined ? undefined : String(wanted).toUpperCase(),
        path: String(from).replace(basePath, ''),
        times: Number(times),
        apply: apply === true,
        respond: respond as Respond,
      })
      return { status: 200, body: { faults: this.faults.length } }
    }
    const epic = /^\/_paper\/market\/([^/]+)$/.exec(path)?.[1]
    if (method === 'POST' && epic) return this.fix(decodeURIComponent(epic), body as Fixed)
    return { status: 404, body: { errorCode: 'invalid.url' } }
  }

  private fix(epic: string, fixed: Fixed): WireAnswer {
    const { book } = this.gateway
    const market = book.market(epic)
    if (!market) return { status: 404, body: { errorCode: 'error.public-api.epic-not-found' } }
    if (fixed.marketStatus && !marketStatuses.includes(fixed.marketStatus))
      return { status: 400, body: { errorCode: 'invalid.input' } }
    book.state.fixed[epic] = { ...book.state.fixed[epic], ...fixed }
    book.settle()
    this.onChange()
    return { status: 200, body: book.quote(market) }
  }
}

const parse = (text: string): Body => {
  if (text === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as Body) : {}
  } catch {
    return {}
  }
}

const withoutPasswords = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, /password|token/i.test(name) ? '•••' : value]),
  )

const answer = (response: ServerResponse, { status, body, headers = {} }: WireAnswer) => {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'content-type': isText ? 'text/html' : 'application/json; charset=UTF-8',
    ...headers,
  })
  response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body))
}

/** Starts paper IG: demo and live side by side, on 127.0.0.1 only. */
export const startPaperIg = async (options: PaperIgOptions): Promise<PaperIg> => {
  const { dataFile, seed = 1, clock = { now: () => Date.now() } } = options
  const now = () => clock.now()
  const kept = dataFile && existsSync(dataFile) ? (JSON.parse(readFileSync(dataFile, 'utf8')) as Kept) : null
  let last = ''
  const keep = () => {
    if (!dataFile) return
    const text = JSON.stringify({
      demo: demo.gateway.book.state,
      live: live.gateway.book.state,
    } satisfies Kept)
    if (text === last) return
    last = text
    // Renamed into place before the answer leaves: a kill loses nothing that was answered.
    writeFileSync(`${dataFile}.new`, text)
    renameSync(`${dataFile}.new`, dataFile)
  }
  const demo: Environment = new Environment(kept?.demo ?? emptyState(), seed, now, keep)
  const live: Environment = new Environment(kept?.live ?? emptyState(), seed, now, keep)
  const port = await listen(demo.server, options.port)
  const livePort = await listen(live.server, options.livePort)
  return {
    port,
    livePort,
    url: (mode) => `http://localhost:${mode === 'DEMO' ? port : livePort}${basePath}`,
    stop: async () => {
      await Promise.all([close(demo.server), close(live.server)])
    },
  }
}

type Kept = { readonly demo: BookState; readonly live: BookState }

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
