import { accounts } from '../../../../shared/contract/accounts.ts'
import type { ResponseOf } from '../../../../shared/contract/index.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { proofLimits } from '../../../../shared/accounts/second-factor.schema.ts'
import { type Factors, hasFactor, provingBy, readFactors } from '../../../accounts/factor-store.ts'
import { knownDevice } from '../../../accounts/known-device.ts'
import { readPasswordHash, replacePasswordHash } from '../../../accounts/password-store.ts'
import { checkPassword, hashPassword } from '../../../accounts/passwords.ts'
import { issueTicket, useTicket } from '../../../accounts/once-tokens.ts'
import { signIn } from '../../../accounts/sign-in.ts'
import { findUserByEmail } from '../../../accounts/user-store.ts'
import { log } from '../../../aws/log.ts'
import { admitTry, forgetTries, takeBackTry, throttles } from '../../../aws/throttle.ts'
import { addressBlock, viewerAddress } from '../../../http/client-address.ts'
import { ticketCookie } from '../../../http/cookies.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { startFailedSignIn } from '../../../mails/start-mail.ts'

/**
 * Logs in with a password. An unknown address and a wrong password cause the same work and get the same response. Only
 * a correct password reveals whether there is a second factor.
 */
export const handler = endpoint(accounts, 'login', async ({ request, event }) => {
  const now = Date.now()
  const address = viewerAddress(event)
  const block = addressBlock(address)
  // A known browser has its own attempts, so guesses from the same address do not lock it out.
  const device = await knownDevice(event, request.email)
  if (!device) await admitTry(throttles.address, block, now)
  const account = device ? `${request.email} ${device}` : request.email
  await admitTry(throttles.account, account, now)

  const user = await findUserByEmail(request.email)
  const stored = await readPasswordHash(user?.id ?? 'nobody')
  const { right, outdated } = await checkPassword(request.password, stored)
  if (!user || !stored || !right) {
    log('warn', operatorLines.userSignInFailed, { address })
    await startFailedSignIn(request.email, address)
    throw wrongCredentials()
  }
  const isStillRight = async () => {
    const current = await readPasswordHash(user.id)
    return current === stored || (await checkPassword(request.password, current)).right
  }
  const factors = await readFactors(user.id)
  const reply = hasFactor(factors)
    ? await askForFactor(user.id, factors, isStillRight, now)
    : await signIn(event, {
        user,
        provedBy: 'password',
        device,
        now,
        stillHolds: isStillRight,
        refusal: wrongCredentials,
      })
  await Promise.all([
    ...(outdated ? [renewHash(user.id, stored, request.password)] : []),
    forgetTries(throttles.account, account),
    ...(device ? [] : [takeBackTry(throttles.address, block)]),
  ])
  return reply
})

/** Continues a login after a correct password. The browser gets a ticket and must send a second factor. */
const askForFactor = async (
  userId: string,
  factors: Factors,
  isStillRight: () => Promise<boolean>,
  now: number,
) => {
  const ticket = await issueTicket(userId, now)
  if (!(await isStillRight())) {
    await useTicket(userId, ticket)
    throw wrongCredentials()
  }
  return new Reply<ResponseOf<'login'>>(
    { secondFactor: provingBy(factors) },
    { cookies: [ticketCookie(ticket, proofLimits.ticket)] },
  )
}

const wrongCredentials = () => new VisibleError('INVALID_CREDENTIALS', 'Invalid email address or password')

/** Stores a new hash with the current cost parameters. */
const renewHash = async (userId: string, stored: string, password: string) =>
  replacePasswordHash(userId, stored, await hashPassword(password))
