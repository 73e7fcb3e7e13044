import { accounts } from '../../../../shared/contract/accounts.ts'
import { describeDevice } from '../../../../shared/accounts/describe-device.ts'
import { readFactors } from '../../../accounts/factor-store.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { isFactorRequired } from '../../../accounts/factor-required.ts'
import { listSessions } from '../../../accounts/session-store.ts'
import { endpoint } from '../../../http/endpoint.ts'

const instant = (milliseconds: number) => new Date(milliseconds).toISOString()

export const handler = endpoint(
  accounts,
  'getSecurity',
  async ({ caller: { userId, sessionId } }) => {
    const [factors, sessions] = await Promise.all([readFactors(userId), listSessions(userId, Date.now())])
    return {
      required: isFactorRequired(),
      totp: factors.totp && { since: instant(factors.totp.since) },
      passkeys: factors.passkeys.map(({ id, name, since, lastUsedAt }) => ({
        id,
        name,
        since: instant(since),
        lastUsedAt: lastUsedAt === null ? null : instant(lastUsedAt),
      })),
      recoveryCodes: factors.recovery.length,
      sessions: sessions.map(({ id, userAgent, network, beganAt, usedAt, provedBy }) => ({
        id,
        isThis: id === sessionId,
        device: describeDevice(userAgent),
        network,
        since: instant(beganAt * 1000),
        lastUsedAt: instant(usedAt * 1000),
        provedBy,
      })),
    }
  },
  findCaller,
)
