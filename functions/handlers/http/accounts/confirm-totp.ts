import { accounts } from '../../../../shared/contract/accounts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { firstRecoveryCodes, ownProfile } from '../../../accounts/factor-setup.ts'
import { confirmPendingTotp, readFactors } from '../../../accounts/factor-store.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { wrongCode } from '../../../accounts/prove-by-code.ts'
import { noteProof } from '../../../accounts/session-store.ts'
import { openTotpSecret, stepOfCode } from '../../../accounts/totp.ts'
import { admitTry, forgetTries, throttles } from '../../../aws/throttle.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'

export const handler = endpoint(
  accounts,
  'confirmTotp',
  async ({ request, caller: { userId, sessionId } }) => {
    const now = Date.now()
    const whose = `setup ${userId} ${sessionId}`
    await admitTry(throttles.codes, whose, now)
    const user = await ownProfile(userId)
    const { pending } = await readFactors(userId)
    if (!pending || pending.until * 1000 <= now) throw tooLate()
    const secret = await openTotpSecret(userId, pending.key)
    if (secret === null) throw tooLate()
    const step = stepOfCode(secret, request.code.replace(/\s/g, ''), now)
    if (step === null) throw wrongCode()
    if (!(await confirmPendingTotp(userId, pending.key, step, now))) throw tooLate()
    await Promise.all([
      noteProof({ userId, sessionId }, 'totp', now),
      forgetTries(throttles.codes, whose),
      logAuthentication(userId, 'An authenticator app was set up'),
      startAccountNotification(user, { kind: 'factor-added', what: 'an authenticator app' }),
    ])
    return { recoveryCodes: await firstRecoveryCodes(userId) }
  },
  findProvableCaller,
)

const tooLate = () =>
  new VisibleError('CHANGED_MEANWHILE', 'This setup expired or was replaced by another one. Start again')
