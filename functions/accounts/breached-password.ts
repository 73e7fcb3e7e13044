import { createHash } from 'node:crypto'
import { env } from '../../shared/platform/env.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { describeError, log } from '../aws/log.ts'
import { type PasswordOwner, refuseGuessable } from './guessable-password.ts'

/** Maximum wait in milliseconds. A service that does not respond must not stop a user from choosing a password. */
const timeoutMs = 1_000
const prefixLength = 5

/**
 * Whether Pwned Passwords lists a password as breached. Called only if the operator enables the check. The service
 * receives the first five of the forty hexadecimal digits of the password's SHA-1. It returns all hashes that begin
 * with these digits, with padding. https://haveibeenpwned.com/API/v3#PwnedPasswords
 */
const isBreached = async (password: string): Promise<boolean> => {
  const base = process.env[env.breachedPasswordsUrl]
  if (!base) return false
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`${base}/range/${digest.slice(0, prefixLength)}`, {
      headers: { 'add-padding': 'true', 'user-agent': 'Signalpost' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    const lines = (await answer.text()).split('\n').map((line) => line.trim().split(':'))
    // Hashes that are padding have a count of 0.
    return lines.some(([rest, count]) => rest === digest.slice(prefixLength) && Number(count) > 0)
  } catch (error) {
    log('warn', 'breached-password check failed', { error: describeError(error) })
    return false
  }
}

/**
 * Refuses a guessable or breached password.
 * @param field the form field that shows the error
 * @throws VisibleError INVALID_REQUEST
 */
export const refuseBadPassword = async (password: string, owner: PasswordOwner, field: string) => {
  refuseGuessable(password, owner, field)
  if (!(await isBreached(password))) return
  const problem = 'This password has appeared in a data breach. Choose a different one'
  throw new VisibleError('INVALID_REQUEST', problem, { [field]: problem })
}
