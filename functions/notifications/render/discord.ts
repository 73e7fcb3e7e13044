import { cut, linkOf, type Message, wordsOf } from './message.ts'

/** Maximum characters of a message. https://discord.com/developers/docs/resources/webhook#execute-webhook */
const most = 2_000

const suppressEmbeds = 1 << 2
const suppressNotifications = 1 << 12

/** Renders a message for Discord. All of Discord's mark-up is escaped, so that no Discord user is mentioned. */
export const renderDiscord = (message: Message) => {
  const { title, lines } = wordsOf(message)
  const link = linkOf(message)
  const text = [title, ...lines].map((line) => line.replace(/[\\*_~`|>#[\]()@<:-]/g, '\\$&')).join('\n')
  return {
    content: `${cut(text, most - link.length - 2)}\n\n${link}`,
    allowed_mentions: { parse: [] },
    flags: suppressEmbeds | (message.loud ? 0 : suppressNotifications),
  }
}
