import { VisibleError } from '../../shared/platform/error.schema.ts'
import { type Factors, takeRecoveryHash, takeStep } from './factor-store.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { openTotpSecret, stepOfCode } from './totp.ts'

/**
 * Verifies a code of the authenticator app or a recovery code. Each code is accepted once.
 * @returns the kind of the accepted code; null if the code is wrong
 */
export const proveByCode = async (
  userId: string,
  factors: Factors,
  code: string,
  now: number,
): Promise<'totp' | 'recovery-code' | null> => {
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    if (!factors.totp) return null
    const secret = await openTotpSecret(userId, factors.totp.key)
    const step = secret === null ? null : stepOfCode(secret, digits, now)
    return step !== null && (await takeStep(userId, factors.totp, step)) ? 'totp' : null
  }
  const hash = hashOfRecoveryCode(code)
  return hash !== null && (await takeRecoveryHash(userId, hash)) ? 'recovery-code' : null
}

export const wrongCode = () => {
  const problem = 'This code is wrong or was already used'
  return new VisibleError('INVALID_CODE', problem, { code: problem })
}
