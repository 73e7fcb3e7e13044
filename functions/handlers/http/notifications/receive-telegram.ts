import { notifications } from '../../../../shared/contract/notifications.ts'
import * as z from 'zod/mini'
import { telegramSecretHeader } from '../../../../shared/platform/env.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { describeError, log } from '../../../aws/log.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { bodyText } from '../../../http/request.ts'
import { callTelegram, isFromTelegram, offersTelegram } from '../../../notifications/telegram-bot.ts'
import { answerCommand } from '../../../notifications/telegram-commands.ts'

/** A message from a user to the bot. Telegram's other updates are ignored. https://core.telegram.org/bots/api#update */
const Update = z.object({
  message: z.object({
    text: z.string(),
    chat: z.object({
      id: z.number(),
      type: z.string(),
      first_name: z.optional(z.string()),
      username: z.optional(z.string()),
    }),
  }),
})

/**
 * Handles messages from users to the bot. Always responds with 200, because after any other status Telegram retries for
 * a day.
 */
export const handler = endpoint(notifications, 'receiveTelegram', async ({ event }) => {
  if (!offersTelegram() || !(await isFromTelegram(event.headers[telegramSecretHeader])))
    throw new VisibleError('FORBIDDEN', 'This request is not from Telegram')
  const update = readUpdate(bodyText(event))
  if (!update || update.message.chat.type !== 'private') return { message: 'Nothing to do' }
  const { text, chat } = update.message
  try {
    const answer = await answerCommand(text, {
      chatId: String(chat.id),
      name: (chat.username ? `@${chat.username}` : (chat.first_name ?? 'a private chat')).slice(0, 60),
    })
    await callTelegram('sendMessage', { chat_id: chat.id, text: answer })
  } catch (error) {
    log('error', 'a command from Telegram failed', { error: describeError(error) })
  }
  return { message: 'Done' }
})

const readUpdate = (body: string) => {
  try {
    const parsed = Update.safeParse(JSON.parse(body))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
