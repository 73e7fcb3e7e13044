import * as z from 'zod/mini'
import type { TokenScope } from '../tokens/token-limits.ts'
import type { ErrorCode } from '../platform/error.schema.ts'
import { longestSearch } from '../platform/page-limits.ts'

/** Who may call: anybody; a signed-in user; an admin; a service that proves itself by a secret in its call. */
export type Access = 'public' | 'user' | 'admin' | 'webhook'

/**
 * One endpoint. `request` describes path parameters, query and JSON body as one object, in camelCase (the wire is
 * snake_case, see wire.ts). `takes` says what the body is: JSON by default, `file` for a multipart form with the one
 * field `file` (text content), `raw` for a body that the handler reads itself. `gives` answers a download instead
 * of JSON. `summary` goes into the API description.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly request: z.ZodMiniObject
  readonly response: z.ZodMiniType
  /**
   * Whether the caller must have proved within ten minutes who they are: `always`, or where what is asked for loosens
   * something (in LIVE alone, or in any mode). Whatever makes trading safer never asks: pausing, closing, deleting an order.
   */
  readonly stepUp?: 'always' | 'where-it-loosens' | 'where-it-loosens-in-live'
  /** Which tokens open it: those with this scope, or any. Left out: none does. */
  readonly scope?: TokenScope | 'any'
  /** A session does not open it, so a stolen session cannot call it. */
  readonly tokenOnly?: true
  readonly takes?: 'file' | 'raw'
  readonly gives?: 'file' | 'csv'
  /** Statuses of what went well; 200 alone if left out. */
  readonly statuses?: readonly number[]
  /** Codes that it may refuse with, on top of those that its access and its request bring. */
  readonly refusals?: readonly ErrorCode[]
  /** Whether every screen asks for it, so that `listChanges` answers it in company. */
  readonly polled?: true
  /** Calls a second, and at once, for this endpoint alone; the others share `sharedThrottle`. */
  readonly throttle?: { readonly rate: number; readonly burst: number }
  /** Characters that the body may have; 64 KiB if left out. */
  readonly largestJson?: number
}

/** Calls a second, and at once, of all endpoints without a throttle of their own, together. */
export const sharedThrottle = { rate: 100, burst: 200 } as const

/** For what makes trading safer: no flood of other calls keeps it from being answered. */
export const safetyThrottle = { rate: 50, burst: 100 } as const

/** What may keep a read at the broker from being answered. */
export const brokerRefusals = [
  'CHANGED_MEANWHILE',
  'IG_SETTINGS_INCOMPLETE',
  'BROKER_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

/** What may keep a deal at the broker from being changed. */
export const dealRefusals = [
  ...brokerRefusals,
  'NOT_FOUND',
  'BROKER_REFUSED',
  'OUTCOME_UNKNOWN',
] as const satisfies readonly ErrorCode[]

export const Nothing = z.object({})
export const Done = z.object({ message: z.string() })
export const File = z.string()
/** Any text: what no link of ours carries is refused as an invalid link, not as an invalid request. */
export const ResetToken = z.object({ token: z.string() })
export const searchTerm = z.optional(z.string().check(z.maxLength(longestSearch)))
