import { randomBytes } from 'node:crypto'
import { VisibleError } from '../../shared/platform/error.ts'
import { changeAddresses, hashOf } from './addresses.ts'
import {
  claimLinkCode,
  deleteChat,
  deleteLink,
  notificationStore,
  putChat,
  putLinkCode,
  readLink,
} from './notification-store.ts'
import { introduceBot } from './telegram-bot.ts'

/** Milliseconds for which a code holds. */
const codeLife = 10 * 60_000

/** Makes the code by which a chat is linked. @throws VisibleError TRY_AGAIN if Telegram does not answer */
export const beginLink = async (userId: string, now: number) => {
  const bot = await introduceBot().catch(() => null)
  if (bot === null) throw new VisibleError('TRY_AGAIN', 'Telegram isn’t responding. Try again in a moment')
  // Letters, digits, - and _ alone: of others Telegram drops the code without a word.
  const code = randomBytes(24).toString('base64url')
  await putLinkCode(userId, hashOf(code), now + codeLife)
  return {
    code,
    bot,
    url: `https://t.me/${bot}?start=${code}`,
    until: new Date(now + codeLife).toISOString(),
  }
}

/** A chat sent a code: nothing goes there before its user reports it in the dashboard. */
export const offerChat = (
  code: string,
  chat: { readonly chatId: string; readonly name: string },
  now: number,
) => claimLinkCode(hashOf(code), chat, now)

/** @returns the chat's name; null if none waits */
export const confirmLink = async (userId: string, now: number): Promise<string | null> => {
  const link = await readLink(userId, now)
  if (!link?.chatId) return null
  const { chatId, chat = '' } = link
  await deleteChat(userId)
  await changeAddresses(userId, (before) => ({ ...before, telegram: { chatId } }))
  await putChat(userId, hashOf(chatId))
  await notificationStore.updateChannel(userId, 'telegram', {
    ...{ address: chat, offReason: null, failures: 0, notBefore: null },
  })
  await deleteLink(userId)
  return chat
}
