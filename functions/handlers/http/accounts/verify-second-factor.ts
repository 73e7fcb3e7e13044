import { accounts } from '../../../../shared/contract/accounts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { hasFactor, readFactors } from '../../../accounts/factor-store.ts'
import { knownDevice } from '../../../accounts/known-device.ts'
import { proveByCode, wrongCode } from '../../../accounts/prove-by-code.ts'
import { ownerOfTicket, useTicket } from '../../../accounts/once-tokens.ts'
import { signIn } from '../../../accounts/sign-in.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { log } from '../../../aws/log.ts'
import { admitTry, forgetTries, throttles } from '../../../aws/throttle.ts'
import { viewerAddress } from '../../../http/client-address.ts'
import { cookieNames, readCookie } from '../../../http/cookies.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'

/** The second step of a login. The ticket proves the password, and each code is accepted only once. */
export const handler = endpoint(accounts, 'verifySecondFactor', async ({ request, event }) => {
  const now = Date.now()
  const ticket = readCookie(event, cookieNames().ticket)
  const userId = await ownerOfTicket(ticket, now)
  const user = userId && (await getUser(userId))
  if (!user || ticket === undefined) throw ended()
  const device = await knownDevice(event, user.email)
  const whose = `${user.id} ${device ?? ''}`
  await admitTry(throttles.codes, whose, now)
  const factors = await readFactors(user.id)
  // If the factor was removed during the login, the user must log in again, with the password alone.
  if (!hasFactor(factors)) throw ended()
  const provedBy = await proveByCode(user.id, factors, request.code, now)
  if (provedBy === null) {
    const address = viewerAddress(event)
    log('warn', operatorLines.userSignInFailed, { address })
    await logAuthentication(user.id, 'Login failed: correct password, wrong code', {
      kind: 'note',
      facts: { address },
    })
    await startAccountNotification(user, { kind: 'wrong-code', address })
    throw wrongCode()
  }
  const reply = await signIn(event, {
    user,
    provedBy,
    device,
    now,
    stillHolds: () => useTicket(user.id, ticket),
    refusal: ended,
  })
  await forgetTries(throttles.codes, whose)
  if (provedBy === 'recovery-code')
    await startAccountNotification(user, { kind: 'recovery-code-used', left: factors.recovery.length - 1 })
  return reply
})

const ended = () => new VisibleError('NOT_SIGNED_IN', 'This login took too long. Log in again')
