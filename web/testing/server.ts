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
 * The API as a page test sees it: every answer is typed and checked by the contract, every request is parsed by it
 * and kept. A call that no test expected fails the test.
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
    // Who is not logged in is refused before any read.
    const signedOut = answers.find((answer) => answer?.status === 401)
    if (signedOut && 'error' in signedOut) return HttpResponse.json(signedOut.error, { status: 401 })
    return answers.every((answer) => answer?.status === 304)
      ? new HttpResponse(null, { status: 304 })
      : HttpResponse.json({ answers } as ResponseOf<'listChanges'>)
  }),
  http.get(`*${apiBasePath}${contract.getHealth.path}`, () => HttpResponse.json({ up: true })),
  // The shell of every screen looks for what asks its user something.
  http.get(`*${apiBasePath}${contract.listEarlierInstruments.path}`, () => HttpResponse.json({ lists: [] })),
  http.get(`*${apiBasePath}${contract.getDayPrices.path}`, () => HttpResponse.json({ markets: [] })),
  http.get(`*${apiBasePath}${contract.listAlerts.path}`, () =>
    HttpResponse.json({ results: [], next: null }),
  ),
)

/** A read in company is answered as it is alone. */
const readAlone = async (url: string, held: string | undefined): Promise<ReadAnswer | null> => {
  const answer = await fetch(url).catch(() => null)
  if (!answer) return null
  const text = await answer.text()
  const { status } = answer
  if (status !== 200) return { status, error: JSON.parse(text) as ErrorBody }
  const tag = createHash('sha256').update(text).digest('hex')
  return tag === held ? { status: 304 } : { status, tag, body: JSON.parse(text) }
}

/** What every answer gives as the server's version. */
export const answeringVersion = 'v1-3-g0123abc'

/** A call that the page made, as the contract reads it (camelCase, path parameters included). */
type SeenRequest<Name extends EndpointName = EndpointName> = {
  readonly name: Name
  readonly request: RequestOf<Name>
}

/** What the pages of one test asked for. A page that outlives its test still asks in that test's name. */
type Asked = { readonly seen: SeenRequest[]; readonly joined: string[][]; readonly unexpected: string[] }
const asked = new AsyncLocalStorage<Asked>()

export const keepingRequests = (runTest: () => Promise<void>) =>
  asked.run({ seen: [], joined: [], unexpected: [] }, runTest)

server.events.on('request:unhandled', ({ request }) => {
  asked.getStore()?.unexpected.push(`${request.method} ${request.url}`)
})

/** @throws Error outside a test: an empty list would say that nothing was asked for */
const ofThisTest = (): Asked => {
  const own = asked.getStore()
  if (!own) throw new Error('Requests are kept for tests only')
  return own
}

/** The calls since the test began that no answer was given for. */
export const unexpectedCalls = () => ofThisTest().unexpected

/** The calls to one endpoint since the test began, oldest first. */
export const requestsTo = <Name extends EndpointName>(name: Name): RequestOf<Name>[] =>
  ofThisTest()
    .seen.filter((each) => each.name === name)
    .map(({ request }) => request as RequestOf<Name>)

/** What was asked for in company since the test began: the paths of each call. */
export const joinedReads = () => ofThisTest().joined

type ReceivedRequest<Name extends EndpointName> = { readonly request: RequestOf<Name>; readonly raw: Request }

/** Answers every call to an endpoint from now on; the newest word on an endpoint holds. */
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
    // Node's own multipart parser makes a File of jsdom's class and then refuses it.
    const file = /name="file"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(text)?.[1]
    return file === undefined ? {} : { file }
  }
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

/**
 * @param body the answer, or what makes one from the request
 * @throws Error if the answer is not what the contract promises
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

/** Answers a download. @param fileName what the content-disposition header says; without it there is no such header */
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

/** Refuses every call to an endpoint as the server does: the status follows from the code. */
export const refuse = (
  name: EndpointName,
  code: ErrorCode,
  message: string,
  details: Record<string, unknown> = {},
) =>
  on(name, () =>
    HttpResponse.json({ code, message, details } satisfies ErrorBody, { status: errorStatus[code] }),
  )

/** Fails without a body that says why, as a proxy would. */
export const fail = (name: EndpointName, status: number) => on(name, () => new HttpResponse(null, { status }))

/** Breaks every call to an endpoint off, as a network that is gone would. */
export const cut = (name: EndpointName) => on(name, () => HttpResponse.error())

/**
 * Lets every call to an endpoint wait, for states that last only as long as a call is under way.
 * @returns what lets them go, with this answer
 */
export const hold = <Name extends EndpointName>(name: Name) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  on(name, async () => (await promise).clone())
  return (body: ResponseOf<Name>) => resolve(HttpResponse.json(body as object))
}
