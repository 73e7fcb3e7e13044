import { createHash } from 'node:crypto'
import { env } from '../../shared/platform/env.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { describeError, log } from '../aws/log.ts'
import { type PasswordOwner, refuseGuessable } from './guessable-password.ts'

/** Maximum wait in milliseconds: a service that does not respond must not block choosing a password. */
const timeoutMs = 1_000
const prefixLength = 5

/**
 * Whether a password was breached, by Pwned Passwords. Called only if the operator enables it. The service receives the
 * first five of forty hexadecimal digits of the password's SHA-1 and returns all matching hashes, with padding.
 * https://haveibeenpwned.com/API/v3#PwnedPasswords
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
    // Padding has a count of 0.
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
