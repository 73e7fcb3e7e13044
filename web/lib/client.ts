import wretch, { type WretchResponse } from 'wretch'
import { retry } from 'wretch/middlewares/retry'
import type { PolledRead } from '../../shared/contract/index.ts'
import type { EndpointName, RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import { apiBasePath } from '../../shared/contract/api-path.ts'
import type { Proving } from '../../shared/accounts/second-factor.schema.ts'
import { endpoints } from './endpoints.ts'
import { requestedWith } from '../../shared/platform/env.ts'
import { wireOf } from '../../shared/contract/request-wire.ts'
import { noteVersion } from './answered-version.ts'
import { ApiError } from './api-error.ts'

const fiveMinutes = 5 * 60_000
const retriedMethods = new Set(['GET', 'PUT', 'DELETE'])
const retriedStatuses = new Set([408, 413, 429, 500, 502, 503, 504])

const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  return error instanceof Error && error.name === 'TimeoutError'
    ? new ApiError(0, 'TIMEOUT', 'The request timed out', {})
    : new ApiError(0, 'UNREACHABLE', 'Couldn’t reach Signalpost', {})
}

const refusalIn = async (response: WretchResponse): Promise<ApiError> => {
  const body = (await response.json().catch(() => null)) as {
    code?: unknown
    message?: unknown
    details?: Record<string, unknown>
  } | null
  return typeof body?.code === 'string' && typeof body.message === 'string'
    ? new ApiError(response.status, body.code, body.message, body.details ?? {})
    : new ApiError(response.status, 'UNKNOWN', 'An unexpected error occurred.', {})
}

/** Throws an ApiError for every status except 2xx. */
const client = wretch()
  .options({ credentials: 'same-origin' })
  .headers({ [requestedWith.name]: requestedWith.value })
  .customError((_, response) => refusalIn(response))
  .middlewares([
    retry({
      maxAttempts: 2,
      delayTimer: 300,
      delayRamp: (delay, attempt) => delay * 2 ** (attempt - 1),
      skip: (_, { method = 'GET' }) => !retriedMethods.has(method),
      until: (response, error) =>
        error
          ? error.name === 'TimeoutError'
          : response !== undefined && !retriedStatuses.has(response.status),
      retryOnNetworkError: true,
      resolveWithLatestResponse: true,
    }),
    (next) => async (url, options) => {
      const response = await next(url, options)
      noteVersion(response)
      return response
    },
  ])

/** Starts a request that takes at most five minutes, including its retries. */
export const newRequest = () => client.options({ signal: AbortSignal.timeout(fiveMinutes) })

let refreshing: Promise<boolean> | undefined
let lastRefresh: { readonly endedAt: number; readonly result: boolean } | undefined

/**
 * Refreshes the session. Calls that are refused at the same time share one refresh.
 * @returns false if the session has ended
 * @throws ApiError if it is unknown whether the session has ended; the user then stays logged in
 */
const refresh = () =>
  (refreshing ??= newRequest()
    .post(undefined, `${apiBasePath}${endpoints.refreshSession.path}`)
    .res()
    .then(
      () => true,
      (error: unknown) => {
        const failed = toApiError(error)
        if (failed.status === 401) return false
        throw failed
      },
    )
    .then((result) => {
      lastRefresh = { endedAt: performance.now(), result }
      return result
    })
    .finally(() => {
      refreshing = undefined
    }))

/**
 * Refreshes the session. If another refresh has ended since `began`, returns its result instead, because the refused
 * call was then sent in the old session.
 */
const refreshSince = (began: number) =>
  lastRefresh && lastRefresh.endedAt > began ? lastRefresh.result : refresh()

export const wireFor = (name: EndpointName, request: object) => wireOf(endpoints[name], { ...request })

const signsIn: ReadonlySet<EndpointName> = new Set(['login', 'verifySecondFactor', 'signInWithPasskey'])

/**
 * Sends a call. If the response is 401, it refreshes the session once and sends the call again.
 * @throws ApiError with the server's code and message
 */
const sendInSession = async <T>(name: EndpointName, send: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  try {
    return await send()
  } catch (error) {
    const failed = toApiError(error)
    const mayRefresh = failed.status === 401 && !signsIn.has(name) && name !== 'refreshSession'
    if (!mayRefresh || !(await refreshSince(began))) throw failed
    return await send().catch((again: unknown) => {
      throw toApiError(again)
    })
  }
}

/**
 * Sends a call. If the server requires users to prove their identity again, asks for this proof and repeats the call.
 * @param isRead whether a screen sends the call without a click
 */
export const sendProven = async <T>(
  name: EndpointName,
  send: () => Promise<T>,
  isRead = endpoints[name].method === 'GET',
): Promise<T> => {
  // A change is refused while offline. A retry could otherwise send it later, when the network returns.
  if (endpoints[name].method !== 'GET' && !navigator.onLine)
    throw new ApiError(0, 'OFFLINE', 'You’re offline. Nothing was sent.', {})
  try {
    return await sendInSession(name, send)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'STEP_UP_REQUIRED') throw error
    const { askForProof } = await import('./ask-for-proof.ts')
    if (!(await askForProof(error.details as unknown as Proving, isRead))) throw error
    return sendInSession(name, send)
  }
}

/**
 * Calls an endpoint of the contract with a typed request and a typed response.
 * @throws ApiError with the server's code and message
 */
export const call = <Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
): Promise<ResponseOf<Name>> => {
  const { method } = endpoints[name]
  const { url, query, body } = wireFor(name, request)
  if (method === 'GET') return sendProven(name, () => read<ResponseOf<Name>>(url, query))
  if (signsIn.has(name) || name === 'logout') heldAnswers.clear()
  const address = body ? url : addressOf(url, query)
  return sendProven(name, () => newRequest().fetch(method, address, body).json<ResponseOf<Name>>())
}

type HeldAnswer = { readonly tag: string; readonly body: unknown }

/**
 * The latest responses with an entity tag, by address. With the tag, the response to a poll has no body if nothing has
 * changed. Responses are stored only in this tab's memory, because the API forbids the browser to cache them.
 */
const heldAnswers = new Map<string, HeldAnswer>()
const mostHeld = 20

export const addressOf = (url: string, query: Record<string, string>) =>
  [url, new URLSearchParams(query).toString()].filter(Boolean).join('?')

/** @returns null if the response is the same as the earlier response with this tag */
const readUnlessSame = (address: string, tag?: string): Promise<WretchResponse | null> =>
  newRequest()
    .headers(tag === undefined ? {} : { 'if-none-match': `"${tag}"` })
    .get(address)
    .error(304, () => null)
    .res()

const hold = (address: string, answer: HeldAnswer) => {
  heldAnswers.delete(address)
  heldAnswers.set(address, answer)
  const [oldest] = heldAnswers.keys()
  if (heldAnswers.size > mostHeld && oldest !== undefined) heldAnswers.delete(oldest)
}

const read = async <Body>(url: string, query: Record<string, string>): Promise<Body> => {
  const address = addressOf(url, query)
  const held = heldAnswers.get(address)
  const answer = await readUnlessSame(address, held?.tag)
  if (!answer) return held?.body as Body
  const body = (await answer.json()) as Body
  const tag = /^(?:W\/)?"(.*)"$/.exec(answer.headers.get('etag') ?? '')?.[1]
  if (tag === undefined) heldAnswers.delete(address)
  else hold(address, { tag, body })
  return body
}

/**
 * Combines several reads into one call. A single read is sent as usual.
 * @returns for each read, in order, a function that returns its response or throws its ApiError
 * @throws ApiError if the whole call failed
 * @public for lib/polls.ts, which loads this module late
 */
export const readTogether = async (
  reads: readonly { readonly name: PolledRead; readonly request: object }[],
): Promise<(() => unknown)[]> => {
  const [alone] = reads
  if (alone && reads.length === 1) {
    const body = await call(alone.name, alone.request as RequestOf<PolledRead>)
    return [() => body]
  }
  const wires = reads.map(({ name, request }) => wireFor(name, request))
  const addresses = wires.map(({ url, query }) => addressOf(url, query))
  const held = addresses.map((address) => heldAnswers.get(address))
  const { url, query } = wireFor('listChanges', {
    reads: JSON.stringify(addresses.map((address) => address.slice(apiBasePath.length))),
    since: held.map((answer) => answer?.tag ?? '').join(),
  })
  const changes = await sendInSession('listChanges', () => readUnlessSame(addressOf(url, query)))
  const answers = changes && ((await changes.json()) as ResponseOf<'listChanges'>).answers
  return addresses.map((address, place) => {
    const answer = answers?.[place] ?? { status: 304 }
    if ('error' in answer) {
      const { status, error } = answer
      return () => {
        throw new ApiError(status, error.code, error.message, error.details)
      }
    }
    if ('tag' in answer) hold(address, answer)
    const body = 'tag' in answer ? answer.body : held[place]?.body
    return () => body
  })
}
