import { openingOf, workingOf } from './bodies.ts'
import { handClock } from './hand-clock.ts'
import { type PaperIg, type PaperIgOptions, startPaperIg } from '../paper-ig.ts'

type Call = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly version?: number | null
  readonly body?: unknown
  /** Headers that override those of the session. An undefined header is not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}
export type Reply = {
  readonly status: number
  readonly headers: Headers
  /** Undefined if the body is empty or not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of each answer
  readonly body: any
  readonly errorCode: string | undefined
}

/** Paper IG on free ports with its own clock, and a client that follows IG's documentation in all versions. */
export class PaperUnderTest {
  readonly clock: ReturnType<typeof handClock>
  readonly ig: PaperIg
  apiKey = 'paper-key'
  tokens: Readonly<Record<string, string>> = {}

  private constructor(ig: PaperIg, clock: ReturnType<typeof handClock>) {
    this.ig = ig
    this.clock = clock
  }

  static async start(options: Partial<PaperIgOptions> = {}, clock = handClock()): Promise<PaperUnderTest> {
    return new PaperUnderTest(await startPaperIg({ port: 0, livePort: 0, clock, ...options }), clock)
  }

  stop() {
    return this.ig.stop()
  }

  async call(path: string, { method = 'GET', version = 1, body, headers = {} }: Call = {}): Promise<Reply> {
    const all = {
      'x-ig-api-key': this.apiKey,
      'content-type': 'application/json; charset=UTF-8',
      ...(version === null ? {} : { version: String(version) }),
      ...this.tokens,
      ...headers,
    }
    const response = await fetch(`${this.ig.url('DEMO')}${path}`, {
      method,
      headers: Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const parsed = parse(await response.text())
    return {
      status: response.status,
      headers: response.headers,
      body: parsed,
      errorCode: (parsed as { errorCode?: string } | undefined)?.errorCode,
    }
  }

  async signIn(identifier = 'paper-demo'): Promise<Reply> {
    this.tokens = {}
    const reply = await this.call('/session', {
      method: 'POST',
      version: 2,
      body: { identifier, password: 'paper' },
    })
    this.tokens = {
      cst: reply.headers.get('cst') ?? '',
      'x-security-token': reply.headers.get('x-security-token') ?? '',
    }
    return reply
  }

  async open(fields: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
    return this.call('/positions/otc', { method: 'POST', version: 2, body: openingOf(fields) })
  }

  async place(fields: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
    return this.call('/workingorders/otc', { method: 'POST', version: 2, body: workingOf(fields) })
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  async positions(): Promise<any[]> {
    return (await this.call('/positions', { version: 2 })).body.positions
  }

  async firstDealId(): Promise<string> {
    return (await this.positions())[0].position.dealId
  }

  /** Calls one of the controls below /_paper. */
  async control(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<Reply> {
    const response = await fetch(new URL(`/_paper/${path}`, this.ig.url('DEMO')), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const parsed = (await response.json()) as unknown
    return { status: response.status, headers: response.headers, body: parsed, errorCode: undefined }
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
