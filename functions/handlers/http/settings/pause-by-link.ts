import { settings } from '../../../../shared/contract/settings.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { sessionsEndedAt } from '../../../accounts/session-store.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { admitTry, takeBackTry, throttles } from '../../../aws/throttle.ts'
import { addressBlock, viewerAddress } from '../../../http/client-address.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logChange } from '../../../logs/sign-in-log.ts'
import { giveBackPauseLink, readPauseToken, usePauseLink } from '../../../mails/pause-link.ts'
import type { SignedToken } from '../../../mails/signed-link.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'
import { pauseTrading } from '../../../settings/change-settings.ts'
import { getUserSettings } from '../../../settings/settings-store.ts'

/** Needs no session, because the holder of the link can only stop trading. */
export const handler = endpoint(settings, 'pauseByLink', async ({ request, event }) => {
  const now = Date.now()
  const block = addressBlock(viewerAddress(event))
  await admitTry(throttles.pauseLinks, block, now)
  const token = await readPauseToken(request.token, now)
  const user = token && (await getUser(token.userId))
  if (!user || token.emailedAt < (await sessionsEndedAt(user.id))) throw invalidLink()
  if (!(await usePauseLink(token))) throw invalidLink()
  await takeBackTry(throttles.pauseLinks, block)
  const isNew = await pause(token, now)
  if (isNew) {
    await logChange(user.id, 'Trading paused', {
      kind: 'note',
      facts: { from: 'the link in an email' },
    })
    await startAccountNotification(user, { kind: 'paused-by-link' })
  }
  return { message: isNew ? 'Your trading is now paused' : 'Your trading was already paused' }
})

/**
 * @returns false if trading was already paused
 * @throws the error that prevented the pause, in which case the link stays valid
 */
const pause = async (token: SignedToken, now: number): Promise<boolean> => {
  try {
    if ((await getUserSettings(token.userId))?.tradingPause) return false
    const at = new Date(now).toISOString()
    return await pauseTrading(token.userId, {
      by: 'USER',
      at,
      from: 'EMAIL',
      reason: 'Paused by you, from an email',
    })
  } catch (error) {
    await giveBackPauseLink(token)
    throw error
  }
}

const invalidLink = () =>
  new VisibleError('INVALID_LINK', 'This link is invalid, already used or more than 7 days old')
