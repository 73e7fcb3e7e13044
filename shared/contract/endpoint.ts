import * as z from 'zod/mini'
import type { TokenScope } from '../tokens/token-limits.ts'
import type { ErrorCode } from '../platform/error.schema.ts'
import { longestSearch } from '../platform/page-limits.ts'

/**
 * Who may call an endpoint: anyone, a logged-in user, an admin, or a service that proves its identity by a secret in
 * the call.
 */
export type Access = 'public' | 'user' | 'admin' | 'webhook'

/**
 * An endpoint. `request` describes path parameters, query and JSON body as one object in camelCase (the wire is
 * snake_case, see wire.ts). `takes` is the kind of body: JSON by default, `file` for a multipart form with the one
 * field `file` (text), `raw` for a body that the handler reads itself. `gives` means a download instead of JSON.
 * `summary` is for the API description.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly request: z.ZodMiniObject
  readonly response: z.ZodMiniType
  /**
   * Whether the caller needs a fresh identity check: always, or only if the request removes a safeguard in LIVE or in
   * any mode. Requests that make trading safer never need a check, such as pausing, closing or deleting an order.
   */
  readonly stepUp?: 'always' | 'where-it-loosens' | 'where-it-loosens-in-live'
  /** Which tokens may call the endpoint: those with this scope, or all. Default: none. */
  readonly scope?: TokenScope | 'any'
  /** Whether the endpoint refuses sessions, so that a stolen session cannot call it. */
  readonly tokenOnly?: true
  readonly takes?: 'file' | 'raw'
  readonly gives?: 'file' | 'csv'
  /** Success statuses. Default: 200. */
  readonly statuses?: readonly number[]
  /** Error codes in addition to those that follow from the endpoint's access and request. */
  readonly refusals?: readonly ErrorCode[]
  /** Whether screens poll the endpoint, so that `listChanges` also answers it. */
  readonly polled?: true
  /**
   * Maximum number of calls of this endpoint per second (`rate`) and in a short burst (`burst`). Endpoints that do not
   * set this field share `sharedThrottle`.
   */
  readonly throttle?: { readonly rate: number; readonly burst: number }
  /** Maximum bytes of a JSON body. Default: 65,536. */
  readonly largestJson?: number
}

/** Maximum number of calls per second, and in a short burst, of all endpoints without their own throttle. */
export const sharedThrottle = { rate: 100, burst: 200 } as const

/** A separate throttle for requests that make trading safer, so that no flood of other calls blocks them. */
export const safetyThrottle = { rate: 50, burst: 100 } as const

/** Error codes of an endpoint that reads from the broker. */
export const brokerRefusals = [
  'CHANGED_MEANWHILE',
  'IG_SETTINGS_INCOMPLETE',
  'BROKER_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

/** Error codes of an endpoint that changes a deal at the broker. */
export const dealRefusals = [
  ...brokerRefusals,
  'NOT_FOUND',
  'BROKER_REFUSED',
  'OUTCOME_UNKNOWN',
] as const satisfies readonly ErrorCode[]

export const Nothing = z.object({})
export const Done = z.object({ message: z.string() })
export const File = z.string()
/** Accepts any text, so that a wrong token is refused as an invalid link, not as an invalid request. */
export const ResetToken = z.object({ token: z.string() })
export const searchTerm = z.optional(z.string().check(z.maxLength(longestSearch)))
