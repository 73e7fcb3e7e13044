import Bowser from 'bowser'
import { readFactors } from '../../accounts/factor-store.ts'
import { findCaller } from '../../accounts/find-caller.ts'
import { isFactorRequired } from '../../accounts/factor-required.ts'
import { listSessions } from '../../accounts/session-store.ts'
import { endpoint } from '../../http/endpoint.ts'

const instant = (milliseconds: number) => new Date(milliseconds).toISOString()

export const handler = endpoint(
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
        device: deviceInWords(userAgent),
        network,
        since: instant(beganAt * 1000),
        lastUsedAt: instant(usedAt * 1000),
        provedBy,
      })),
    }
  },
  findCaller,
)

/** "Firefox on Windows". */
const deviceInWords = (userAgent: string): string => {
  if (userAgent === '') return 'Unknown browser'
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name ?? 'Unknown browser', ...(os.name ? [`on ${os.name}`] : [])].join(' ')
}
