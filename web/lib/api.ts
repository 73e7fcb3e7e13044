import ky, { HTTPError, TimeoutError } from 'ky'
import {
  apiBasePath,
  contract,
  type EndpointName,
  pathParameters,
  type RequestOf,
  type ResponseOf,
} from '../../shared/contract.ts'
import { toSnakeCase } from '../../shared/wire.ts'

/** What the server refused, in its own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  constructor(status: number, code: string, message: string, details: Readonly<Record<string, unknown>>) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

const fiveMinutes = 5 * 60_000
const client = ky.create({
  timeout: fiveMinutes,
  credentials: 'same-origin',
  headers: { 'x-requested-with': 'signalpost' },
  retry: {
    limit: 2,
    methods: ['get', 'put', 'head', 'delete', 'options', 'trace'],
    statusCodes: [408, 413, 429, 500, 502, 503, 504],
    delay: (attempt) => 300 * 2 ** (attempt - 1),
  },
})

let refreshing: Promise<boolean> | undefined

/** One refresh at a time, however many calls were refused. */
const refresh = () =>
  (refreshing ??= client
    .post(`${apiBasePath}${contract.refreshSession.path}`)
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      refreshing = undefined
    }))

/**
 * One call of the contract, typed both ways. After a 401 the session is refreshed once and the call repeated once.
 * @throws ApiError with the server's code and message
 */
export const call = async <Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
): Promise<ResponseOf<Name>> => {
  const { method, path } = contract[name]
  const rest: Record<string, unknown> = { ...request }
  let filled: string = path
  for (const parameter of pathParameters(path)) {
    filled = filled.replace(`{${parameter}}`, encodeURIComponent(String(rest[parameter])))
    delete rest[parameter]
  }
  const wire = toSnakeCase(rest) as Record<string, unknown>
  const isQuery = method === 'GET' || method === 'DELETE'
  const send = () =>
    client(`${apiBasePath}${filled}`, {
      method,
      ...(isQuery
        ? {
            searchParams: Object.fromEntries(
              Object.entries(wire).filter(([, value]) => value !== undefined),
            ) as Record<string, string>,
          }
        : { json: wire }),
    }).json<ResponseOf<Name>>()
  try {
    return await send()
  } catch (error) {
    const failed = await toApiError(error)
    const mayRefresh = failed.status === 401 && !filled.endsWith('login') && name !== 'refreshSession'
    if (!mayRefresh || !(await refresh())) throw failed
    return await send().catch(async (again: unknown) => {
      throw await toApiError(again)
    })
  }
}

const toApiError = async (error: unknown): Promise<ApiError> => {
  if (error instanceof TimeoutError) return new ApiError(0, 'TIMEOUT', 'The request timed out', {})
  if (!(error instanceof HTTPError))
    return new ApiError(0, 'UNREACHABLE', 'Signalpost could not be reached', {})
  const body = ((error as { data?: unknown }).data ?? (await error.response.json().catch(() => null))) as {
    code?: unknown
    message?: unknown
    details?: Record<string, unknown>
  } | null
  return typeof body?.code === 'string' && typeof body.message === 'string'
    ? new ApiError(error.response.status, body.code, body.message, body.details ?? {})
    : new ApiError(error.response.status, 'UNKNOWN', 'An unexpected error occurred.', {})
}
