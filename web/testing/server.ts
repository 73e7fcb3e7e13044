import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import {
  apiBasePath,
  contract,
  type Endpoint,
  type EndpointName,
  type RequestOf,
  type ResponseOf,
} from '../../shared/contract/index.ts'
import type { ReadAnswer } from '../../shared/contract/changes.ts'
import { versionHeader } from '../../shared/platform/env.ts'
import { type ErrorBody, type ErrorCode, errorStatus } from '../../shared/platform/error.schema.ts'
import { toCamelCase } from '../../shared/platform/wire.ts'

/**
 * The API in page tests. The contract types and checks every answer, and parses and records every request. An
 * unexpected call fails the test.
 */
export const server = setupServer(
  http.get(`*${apiBasePath}${contract.listChanges.path}`, async ({ request }) => {
    const { origin, searchParams } = new URL(request.url)
    const tags = (searchParams.get('since') ?? '').split(',')
    const reads = JSON.parse(searchParams.get('reads') ?? '[]') as string[]
    asked.getStore()?.joined.push(reads)
    const answers = await Promise.all(
      reads.map((read, place) => readAlone(`${origin}${apiBasePath}${read}`, tags[place])),
    )
    if (answers.includes(null)) return HttpResponse.error()
    // A user who is not logged in is refused before any read.
    const signedOut = answers.find((answer) => answer?.status === 401)
    if (signedOut && 'error' in signedOut) return HttpResponse.json(signedOut.error, { status: 401 })
    return answers.every((answer) => answer?.status === 304)
      ? new HttpResponse(null, { status: 304 })
      : HttpResponse.json({ answers } as ResponseOf<'listChanges'>)
  }),
  http.get(`*${apiBasePath}${contract.getHealth.path}`, () => HttpResponse.json({ up: true })),
  // The shell of every screen reads what waits for the user.
  http.get(`*${apiBasePath}${contract.listEarlierInstruments.path}`, () => HttpResponse.json({ lists: [] })),
  http.get(`*${apiBasePath}${contract.getDayPrices.path}`, () => HttpResponse.json({ markets: [] })),
  http.get(`*${apiBasePath}${contract.listAlerts.path}`, () =>
    HttpResponse.json({ results: [], next: null }),
  ),
)

/** Answers a combined read as if it were alone. */
const readAlone = async (url: string, held: string | undefined): Promise<ReadAnswer | null> => {
  const answer = await fetch(url).catch(() => null)
  if (!answer) return null
  const text = await answer.text()
  const { status } = answer
  if (status !== 200) return { status, error: JSON.parse(text) as ErrorBody }
  const tag = createHash('sha256').update(text).digest('hex')
  return tag === held ? { status: 304 } : { status, tag, body: JSON.parse(text) }
}

/** The server's version in every answer. */
export const answeringVersion = 'v1-3-g0123abc'

/** A call of the page in the contract's form (camelCase, including path parameters). */
type SeenRequest<Name extends EndpointName = EndpointName> = {
  readonly name: Name
  readonly request: RequestOf<Name>
}

/** The requests of one test's pages. A page that outlives its test still adds to that test's list. */
type Asked = { readonly seen: SeenRequest[]; readonly joined: string[][]; readonly unexpected: string[] }
const asked = new AsyncLocalStorage<Asked>()

export const keepingRequests = (runTest: () => Promise<void>) =>
  asked.run({ seen: [], joined: [], unexpected: [] }, runTest)

server.events.on('request:unhandled', ({ request }) => {
  asked.getStore()?.unexpected.push(`${request.method} ${request.url}`)
})

/** @throws Error outside a test, because an empty list would mean that there were no requests */
const ofThisTest = (): Asked => {
  const own = asked.getStore()
  if (!own) throw new Error('Requests are kept for tests only')
  return own
}

/** Calls since the test began that no answer was set for. */
export const unexpectedCalls = () => ofThisTest().unexpected

/** Calls of one endpoint since the test began, oldest first. */
export const requestsTo = <Name extends EndpointName>(name: Name): RequestOf<Name>[] =>
  ofThisTest()
    .seen.filter((each) => each.name === name)
    .map(({ request }) => request as RequestOf<Name>)

/** Combined reads since the test began: the paths of each call. */
export const joinedReads = () => ofThisTest().joined

type ReceivedRequest<Name extends EndpointName> = { readonly request: RequestOf<Name>; readonly raw: Request }

/** Sets the answer to every later call of an endpoint; the last one set applies. */
const on = <Name extends EndpointName>(
  name: Name,
  respond: (asked: ReceivedRequest<Name>) => Response | Promise<Response>,
) => {
  const { method, path, request: schema, takes }: Endpoint = contract[name]
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  const url = `*${apiBasePath}${path.replace(/\{(\w+)\}/g, ':$1')}`
  server.use(
    http[verb](url, async ({ request: raw, params }) => {
      const query = Object.fromEntries(new URL(raw.url).searchParams)
      const parsed = schema.safeParse(
        toCamelCase({ ...query, ...(await bodyOf(raw.clone(), takes)), ...params }),
      )
      if (!parsed.success)
        return HttpResponse.json(
          {
            code: 'INVALID_REQUEST',
            message: `The page sent what the contract does not allow: ${parsed.error.message}`,
            details: {},
          } satisfies ErrorBody,
          { status: errorStatus.INVALID_REQUEST },
        )
      const request = parsed.data as RequestOf<Name>
      asked.getStore()?.seen.push({ name, request })
      return respond({ request, raw })
    }),
  )
}

const bodyOf = async (raw: Request, takes: Endpoint['takes']): Promise<Record<string, unknown>> => {
  const text = await raw.text()
  if (takes === 'file') {
    // Node's multipart parser creates a File of jsdom's class and then refuses it.
    const file = /name="file"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(text)?.[1]
    return file === undefined ? {} : { file }
  }
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

/**
 * @param body the answer, or a function of the request
 * @throws Error if the answer violates the contract
 */
export const answer = <Name extends EndpointName>(
  name: Name,
  body: ResponseOf<Name> | ((request: RequestOf<Name>) => ResponseOf<Name>),
) =>
  on(name, ({ request }) => {
    const given = typeof body === 'function' ? body(request) : body
    const { response }: Endpoint = contract[name]
    const checked = response.safeParse(given)
    if (!checked.success)
      throw new Error(`The answer to ${name} is not the contract's: ${checked.error.message}`)
    return HttpResponse.json(given as object, { headers: { [versionHeader]: answeringVersion } })
  })

type DownloadName = {
  [Name in EndpointName]: (typeof contract)[Name] extends { gives: 'file' | 'csv' } ? Name : never
}[EndpointName]

/**
 * Answers a download.
 * @param fileName in content-disposition; without it the header is missing
 */
export const answerFile = (name: DownloadName, text: string, fileName?: string) =>
  on(
    name,
    () =>
      new HttpResponse(text, {
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          ...(fileName ? { 'content-disposition': `attachment; filename="${fileName}"` } : {}),
        },
      }),
  )

/** Refuses every call of an endpoint; the status follows from the code. */
export const refuse = (
  name: EndpointName,
  code: ErrorCode,
  message: string,
  details: Record<string, unknown> = {},
) =>
  on(name, () =>
    HttpResponse.json({ code, message, details } satisfies ErrorBody, { status: errorStatus[code] }),
  )

/** Makes every call fail with an empty body, as a proxy would. */
export const fail = (name: EndpointName, status: number) => on(name, () => new HttpResponse(null, { status }))

/** Aborts every call of an endpoint, like a lost network. */
export const cut = (name: EndpointName) => on(name, () => HttpResponse.error())

/**
 * Makes every call of an endpoint wait, for states that last as long as a call.
 * @returns a function that answers them
 */
export const hold = <Name extends EndpointName>(name: Name) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  on(name, async () => (await promise).clone())
  return (body: ResponseOf<Name>) => resolve(HttpResponse.json(body as object))
}
