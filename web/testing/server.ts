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
 * A fake API for page tests. The contract checks every answer and every request, and the requests are recorded. An
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
    // The server refuses the whole call if the user is not logged in.
    const signedOut = answers.find((answer) => answer?.status === 401)
    if (signedOut && 'error' in signedOut) return HttpResponse.json(signedOut.error, { status: 401 })
    return answers.every((answer) => answer?.status === 304)
      ? new HttpResponse(null, { status: 304 })
      : HttpResponse.json({ answers } as ResponseOf<'listChanges'>)
  }),
  http.get(`*${apiBasePath}${contract.getHealth.path}`, () => HttpResponse.json({ up: true })),
  // Every screen sends these reads.
  http.get(`*${apiBasePath}${contract.listEarlierInstruments.path}`, () => HttpResponse.json({ lists: [] })),
  http.get(`*${apiBasePath}${contract.getDayPrices.path}`, () => HttpResponse.json({ markets: [] })),
  http.get(`*${apiBasePath}${contract.listAlerts.path}`, () =>
    HttpResponse.json({ results: [], next: null }),
  ),
)

/** Answers one part of a combined read, as if it were sent alone. */
const readAlone = async (url: string, held: string | undefined): Promise<ReadAnswer | null> => {
  const answer = await fetch(url).catch(() => null)
  if (!answer) return null
  const text = await answer.text()
  const { status } = answer
  if (status !== 200) return { status, error: JSON.parse(text) as ErrorBody }
  const tag = createHash('sha256').update(text).digest('hex')
  return tag === held ? { status: 304 } : { status, tag, body: JSON.parse(text) }
}

/** The server's version, which every answer contains. */
export const answeringVersion = 'v1-3-g0123abc'

/** A request from the page, with the contract's field names (camelCase, including path parameters). */
type SeenRequest<Name extends EndpointName = EndpointName> = {
  readonly name: Name
  readonly request: RequestOf<Name>
}

/**
 * The requests of one test. If a page is still open after its test, its requests are still added to that test's list.
 */
type Asked = { readonly seen: SeenRequest[]; readonly joined: string[][]; readonly unexpected: string[] }
const asked = new AsyncLocalStorage<Asked>()

export const keepingRequests = (runTest: () => Promise<void>) =>
  asked.run({ seen: [], joined: [], unexpected: [] }, runTest)

server.events.on('request:unhandled', ({ request }) => {
  asked.getStore()?.unexpected.push(`${request.method} ${request.url}`)
})

/** @throws Error if called outside a test, because an empty list would look like a test without requests */
const ofThisTest = (): Asked => {
  const own = asked.getStore()
  if (!own) throw new Error('Requests are kept for tests only')
  return own
}

/** Returns the calls in this test for which no answer was set. */
export const unexpectedCalls = () => ofThisTest().unexpected

/** Returns this test's calls of an endpoint, oldest first. */
export const requestsTo = <Name extends EndpointName>(name: Name): RequestOf<Name>[] =>
  ofThisTest()
    .seen.filter((each) => each.name === name)
    .map(({ request }) => request as RequestOf<Name>)

/** Returns this test's combined reads: the paths of each call. */
export const joinedReads = () => ofThisTest().joined

type ReceivedRequest<Name extends EndpointName> = { readonly request: RequestOf<Name>; readonly raw: Request }

/** Sets the answer to all later calls of an endpoint. A later answer replaces an earlier one. */
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
    // Reads the file from the raw text, because Node's multipart parser refuses the File class of jsdom.
    const file = /name="file"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(text)?.[1]
    return file === undefined ? {} : { file }
  }
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

/**
 * Sets the answer to all later calls of an endpoint.
 * @param body the answer, or a function that returns it for a request
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
 * Sets the answer to a download.
 * @param fileName the name in the content-disposition header; without it, there is no such header
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

/** Makes every call of an endpoint fail with an error. The error's code determines the status. */
export const refuse = (
  name: EndpointName,
  code: ErrorCode,
  message: string,
  details: Record<string, unknown> = {},
) =>
  on(name, () =>
    HttpResponse.json({ code, message, details } satisfies ErrorBody, { status: errorStatus[code] }),
  )

/** Makes every call of an endpoint fail with an empty body, as a proxy would. */
export const fail = (name: EndpointName, status: number) => on(name, () => new HttpResponse(null, { status }))

/** Makes every call of an endpoint fail as if the network were down. */
export const cut = (name: EndpointName) => on(name, () => HttpResponse.error())

/**
 * Makes every call of an endpoint wait, so that a test can check what the page shows meanwhile.
 * @returns a function that answers the waiting calls
 */
export const hold = <Name extends EndpointName>(name: Name) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  on(name, async () => (await promise).clone())
  return (body: ResponseOf<Name>) => resolve(HttpResponse.json(body as object))
}
