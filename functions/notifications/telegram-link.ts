import { randomBytes } from 'node:crypto'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { changeAddresses, hashOf } from './addresses.ts'
import {
  agreeToOffer,
  claimLinkCode,
  deleteLink,
  findChatOwner,
  putChat,
  putLinkCode,
  putOffer,
  readWaitingChat,
} from './telegram-link-store.ts'
import { notificationStore } from './notification-store.ts'
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

type Chat = { readonly chatId: string; readonly name: string }

/**
 * A chat sent a code. The chat is asked first: another user may have sent its owner a link with their own code in it.
 * @returns the user whose code it is, and whose the chat is so far; null: the code does not apply
 */
export const offerChat = async (code: string, chat: Chat, now: number) => {
  const chatHash = hashOf(chat.chatId)
  const userId = await claimLinkCode(hashOf(code), chat, now)
  if (userId === null) return null
  const owner = await findChatOwner(chatHash)
  if (owner === null || owner === userId) await putOffer(userId, chatHash, now + codeLife)
  return { userId, owner }
}

/** The chat answers yes. @returns the account's user, who confirms it in the dashboard; null: no code waits */
export const agreeToLink = (chatId: string, now: number) => agreeToOffer(chatId, hashOf(chatId), now)

/** @returns the chat's name; null if none waits @throws VisibleError NOT_FOUND if it is another user's meanwhile */
export const confirmLink = async (userId: string, now: number): Promise<string | null> => {
  const waiting = await readWaitingChat(userId, now)
  if (!waiting) return null
  const { chatId, chat } = waiting
  if (!(await putChat(userId, hashOf(chatId))))
    throw new VisibleError('NOT_FOUND', 'This chat belongs to another account. Disconnect it there first')
  await changeAddresses(userId, (before) => ({ ...before, telegram: { chatId } }))
  await notificationStore.updateChannel(userId, 'telegram', {
    address: chat,
    offReason: null,
    failures: 0,
    notBefore: null,
  })
  await deleteLink(userId)
  return chat
}
