import { logAuthentication } from '../logs/sign-in-log.ts'
import { getUserSettings, pauseTrading, stoppedSince } from '../settings/settings-store.ts'
import { hashOf } from './addresses.ts'
import { findChatOwner } from './notification-store.ts'
import { offerChat } from './telegram-link.ts'

type Chat = { readonly chatId: string; readonly name: string }

/**
 * What the bot does for who writes to it: it links a chat, says how things stand, and pauses. Nothing here trades or
 * resumes.
 */
export const answerCommand = async (text: string, chat: Chat): Promise<string> => {
  const [word = '', argument = ''] = text.trim().split(/\s+/)
  // "Send this code to the bot" comes without a word before it.
  const code = word === '/start' ? argument : word.startsWith('/') ? '' : word
  if (code !== '') return link(code, chat)
  const owner = await findChatOwner(hashOf(chat.chatId))
  if (!owner) return 'This chat isn’t linked. Start on the Notifications page of your Signalpost dashboard.'
  if (word === '/status') return status(owner)
  if (word === '/pause') return pause(owner)
  return 'You can send /status or /pause.'
}

const link = async (code: string, chat: Chat) =>
  (await offerChat(code, chat, Date.now()))
    ? 'Almost done. Confirm this chat on the Notifications page of your Signalpost dashboard.'
    : 'This code is invalid or has expired. Get a new one on the Notifications page of your Signalpost dashboard.'

const status = async (userId: string) => {
  const settings = await getUserSettings(userId)
  if (!settings) return 'This account no longer exists.'
  const { mode, tradingPause } = settings
  const stopped = stoppedSince(settings)
  if (stopped) return `Mode: ${mode}. You stopped everything at ${stopped}: exits are held too.`
  return tradingPause
    ? `Mode: ${mode}. Trading has been paused since ${tradingPause.at}: ${tradingPause.reason}`
    : `Mode: ${mode}. Trading is on. Alerts trade by your rules.`
}

const pause = async (userId: string) => {
  if ((await getUserSettings(userId))?.tradingPause) return 'Trading is already paused.'
  const at = new Date().toISOString()
  if (!(await pauseTrading(userId, { by: 'USER', at, reason: 'Paused by you, from Telegram' })))
    return 'Couldn’t pause trading. Use the dashboard.'
  await logAuthentication(userId, 'Trading paused', { from: 'Telegram' })
  return 'Trading is paused. Resume it in the dashboard.'
}
