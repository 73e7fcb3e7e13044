import { cut, linkOf, type Message, wordsOf } from './message.ts'

/** Maximum characters in a Telegram message. https://core.telegram.org/bots/api#sendmessage */
const most = 4_096

/** Sets no `parse_mode`, so Telegram shows the text without interpreting any mark-up. */
export const renderTelegram = (message: Message, chatId: string) => {
  const { title, lines } = wordsOf(message)
  const link = linkOf(message)
  return {
    chat_id: chatId,
    text: `${cut([title, ...lines].join('\n'), most - link.length - 2)}\n\n${link}`,
    disable_notification: !message.loud,
    link_preview_options: { is_disabled: true },
  }
}
