import { VisibleError } from '../../shared/platform/error.schema.ts'
import { proofLimits } from '../../shared/accounts/second-factor.schema.ts'
import type { Caller, FindProvableCaller } from '../http/caller.ts'
import { factorRequired, isFactorRequired } from './factor-required.ts'
import { type Factors, hasFactor, provingBy, readFactors } from './factor-store.ts'
import { findCaller } from './find-caller.ts'

/** Finds the caller of endpoints that require an admin or a recent identity check. */
export const findProvableCaller: FindProvableCaller = async (event, access, endpoint) => {
  const caller = await findCaller(event, access, endpoint)
  if (!caller) return null
  if (caller.isAdmin && isFactorRequired()) await requireFactorSession(caller)
  return { ...caller, requireProof: () => requireProof(caller, Date.now()) }
}

/** An admin's session must have been verified with a second factor. */
const requireFactorSession = async ({ userId, provedBy }: Caller) => {
  if (provedBy !== 'password') return
  const factors = await readFactors(userId)
  if (!hasFactor(factors))
    throw factorRequired('Admins need a second factor. Set one up on your Account page')
  throw stepUpRequired(factors)
}

/**
 * Requires an identity check within the last ten minutes. A user with a second factor must have used the second factor
 * for this check; the password is not enough.
 * @throws VisibleError STEP_UP_REQUIRED with the accepted methods in its details
 */
const requireProof = async ({ userId, provedAt, provedBy }: Caller, now: number) => {
  const isFresh = now / 1000 - provedAt < proofLimits.fresh
  if (isFresh && provedBy !== 'password') return
  const factors = await readFactors(userId)
  if (!isFresh || hasFactor(factors)) throw stepUpRequired(factors)
}

const stepUpRequired = (factors: Factors) =>
  new VisibleError('STEP_UP_REQUIRED', 'Confirm it’s you', { ...provingBy(factors) })
