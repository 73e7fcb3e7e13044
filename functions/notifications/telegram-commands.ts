import { getUser } from '../accounts/user-store.ts'
import { logChange } from '../logs/sign-in-log.ts'
import { pauseTrading } from '../settings/change-settings.ts'
import { getUserSettings, stoppedSince } from '../settings/settings-store.ts'
import { hashOf } from './addresses.ts'
import { findChatOwner } from './telegram-link-store.ts'
import { agreeToLink, offerChat } from './telegram-link.ts'

type Chat = { readonly chatId: string; readonly name: string }

/**
 * Answers a message to the bot: it links a chat, reports the status, or pauses trading. No command trades or resumes
 * trading. Every answer names the account.
 */
export const answerCommand = async (text: string, chat: Chat): Promise<string> => {
  const [word = '', argument = ''] = text.trim().split(/\s+/)
  // A user may send only the code, because the dashboard says "Send this code to the bot".
  const code = word === '/start' ? argument : word.startsWith('/') ? '' : word
  if (code !== '') return link(code, chat)
  if (word === '/yes') return agree(chat)
  const owner = await findChatOwner(hashOf(chat.chatId))
  if (!owner) return 'This chat isn’t linked. Start on the Notifications page of your Signalpost dashboard.'
  if (word === '/status') return status(owner)
  if (word === '/pause') return pause(owner)
  return 'You can send /status or /pause.'
}

const emailOf = async (userId: string) => (await getUser(userId))?.email ?? 'a deleted account'

const link = async (code: string, chat: Chat) => {
  const offer = await offerChat(code, chat, Date.now())
  if (!offer)
    return 'This code is invalid or has expired. Get a new one on the Notifications page of your Signalpost dashboard.'
  const { userId, owner } = offer
  const email = await emailOf(userId)
  if (owner !== null && owner !== userId)
    return `${email} wants to link this chat. It stays linked to ${await emailOf(owner)}. To change that, disconnect Telegram there first.`
  return `Link this chat to the Signalpost account ${email}? Send /yes within ten minutes. If you don’t know this account, send nothing.`
}

const agree = async ({ chatId }: Chat) => {
  const userId = await agreeToLink(chatId, Date.now())
  return userId === null
    ? 'No account is waiting for this chat. Start on the Notifications page of your Signalpost dashboard.'
    : `Almost done. Confirm this chat on the Notifications page of ${await emailOf(userId)}.`
}

const status = async (userId: string) => {
  const settings = await getUserSettings(userId)
  if (!settings) return 'This account no longer exists.'
  const { mode, tradingPause } = settings
  const stopped = stoppedSince(settings)
  const begin = `Account: ${await emailOf(userId)}. Mode: ${mode}.`
  if (stopped) return `${begin} You stopped everything at ${stopped}: exits are held too.`
  return tradingPause
    ? `${begin} Trading has been paused since ${tradingPause.at}: ${tradingPause.reason}`
    : `${begin} Trading is on. Alerts trade by your rules.`
}

const pause = async (userId: string) => {
  const email = await emailOf(userId)
  if ((await getUserSettings(userId))?.tradingPause) return `Trading is already paused for ${email}.`
  const at = new Date().toISOString()
  if (!(await pauseTrading(userId, { by: 'USER', at, reason: 'Paused by you, from Telegram' })))
    return `Couldn’t pause trading for ${email}. Use the dashboard.`
  await logChange(userId, 'Trading paused', { kind: 'note', facts: { from: 'Telegram' } })
  return `Trading is paused for ${email}. Resume it in the dashboard.`
}
