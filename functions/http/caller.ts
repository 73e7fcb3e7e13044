import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Access } from '../../shared/contract/index.ts'
import { VisibleError } from '../../shared/platform/error.ts'
import type { Proof } from '../../shared/accounts/second-factor.ts'

/** The signed-in user behind a call. Whether they are admin is known only if the endpoint asks for it. */
export type Caller = {
  readonly userId: string
  readonly isAdmin: boolean
  readonly sessionId: string
  /** How and when (epoch seconds) they last proved who they are. */
  readonly provedBy: Proof
  readonly provedAt: number
}

/** One who can be asked for a fresh proof of who they are. */
export type ProvableCaller = Caller & {
  /** @throws VisibleError STEP_UP_REQUIRED */
  readonly requireProof: () => Promise<void>
}

type Find<C extends Caller> = (event: APIGatewayProxyEventV2, access: Access) => Promise<C | null>

/** Finds the caller by the access cookie; null when there is no live session. */
export type FindCaller = Find<Caller>
export type FindProvableCaller = Find<ProvableCaller>

export const notSignedIn = () => new VisibleError('NOT_SIGNED_IN', 'Log in to continue')

export const adminsOnly = () => new VisibleError('FORBIDDEN', 'Only admins can do this')
