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

/** Milliseconds for which a code is valid. */
const codeLife = 10 * 60_000

/**
 * Creates the code that links a chat.
 * @throws VisibleError TRY_AGAIN if Telegram does not answer
 */
export const beginLink = async (userId: string, now: number) => {
  const bot = await introduceBot().catch(() => null)
  if (bot === null) throw new VisibleError('TRY_AGAIN', 'Telegram isn’t responding. Try again in a moment')
  // The code has only letters, digits, - and _, because Telegram silently drops codes with other characters.
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
 * Handles a code that a chat sent. The chat must agree before it is linked. Otherwise another user could link the chat
 * by sending its owner a link with their own code.
 * @returns the code's user, and the chat's current owner; null if the code is invalid
 */
export const offerChat = async (code: string, chat: Chat, now: number) => {
  const chatHash = hashOf(chat.chatId)
  const userId = await claimLinkCode(hashOf(code), chat, now)
  if (userId === null) return null
  const owner = await findChatOwner(chatHash)
  if (owner === null || owner === userId) await putOffer(userId, chatHash, now + codeLife)
  return { userId, owner }
}

/**
 * Handles a chat's consent to be linked.
 * @returns the account's user, who confirms the chat in the dashboard; null if no account waits for an answer
 */
export const agreeToLink = (chatId: string, now: number) => agreeToOffer(chatId, hashOf(chatId), now)

/**
 * Links the chat that agreed to be linked.
 * @returns the chat's name; null if no chat waits
 * @throws VisibleError NOT_FOUND if the chat now belongs to another user
 */
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
