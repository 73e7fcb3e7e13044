import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { TokenScope } from '../../shared/tokens/token-limits.ts'
import type { Access, Endpoint } from '../../shared/contract/index.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { Proof } from '../../shared/accounts/second-factor.schema.ts'

/** The user who makes a call. The user's role is read only if the endpoint needs it. */
export type Caller = {
  readonly userId: string
  readonly isAdmin: boolean
  readonly sessionId: string
  /** How the caller last proved their identity. `provedAt` is the time in epoch seconds. */
  readonly provedBy: Proof
  readonly provedAt: number
  /** The API token, if the call used a token instead of a session. */
  readonly token?: CallerToken
}

export type CallerToken = {
  /** The token as it is shown to its user, such as `token “laptop”`. */
  readonly inWords: string
  readonly scopes: readonly TokenScope[]
  /** Logs the call for the user with its status, and with its error code if it was refused. */
  readonly note: (status: number, code?: string) => Promise<void>
}

/** The token in `Authorization: Bearer`; undefined if the call has none. */
export const bearerOf = (event: APIGatewayProxyEventV2): string | undefined =>
  /^Bearer +(\S+)$/i.exec(event.headers.authorization ?? '')?.[1]

/** @throws VisibleError SCOPE_REQUIRED unless the token has the scope of the endpoint */
export const requireScope = ({ scope }: Endpoint, { scopes }: CallerToken) => {
  if (scope === 'any' || scopes.some((each) => each === scope)) return
  throw new VisibleError(
    'SCOPE_REQUIRED',
    scope === undefined
      ? 'No token can do this. Log in to the dashboard'
      : `This token doesn’t have the scope “${scope}”`,
    { required: scope ?? null, scopes },
  )
}

/** A caller who can be required to prove their identity again. */
export type ProvableCaller = Caller & {
  /** @throws VisibleError STEP_UP_REQUIRED */
  readonly requireProof: () => Promise<void>
}

type Find<C extends Caller> = (
  event: APIGatewayProxyEventV2,
  access: Access,
  endpoint: Pick<Endpoint, 'summary' | 'method' | 'path' | 'scope'>,
) => Promise<C | null>

/**
 * Finds the caller by an API token or, if there is none, by the access cookie. Returns null if there is no live
 * session.
 * @throws VisibleError NOT_SIGNED_IN, FORBIDDEN, TOO_MANY_CALLS for a token
 */
export type FindCaller = Find<Caller>
export type FindProvableCaller = Find<ProvableCaller>

export const notSignedIn = () => new VisibleError('NOT_SIGNED_IN', 'Log in to continue')

export const tokensOnly = () => new VisibleError('FORBIDDEN', 'Call this with an API token')

export const adminsOnly = () => new VisibleError('FORBIDDEN', 'Only admins can do this')
