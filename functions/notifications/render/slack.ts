import { cut, linkOf, type Message, wordsOf } from './message.ts'

/**
 * Maximum characters of one block of plain text. https://docs.slack.dev/reference/block-kit/composition-objects/text-object
 */
const most = 3_000

/** Escapes Slack's three special characters, which begin links and mentions. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const renderSlack = (message: Message) => {
  const { title, lines } = wordsOf(message)
  const link = linkOf(message)
  const text = `${cut([title, ...lines].join('\n'), most - link.length - 2)}\n\n${link}`
  return {
    // Slack shows this text only in notifications, because the message has blocks.
    text: escaped(title),
    mrkdwn: false,
    unfurl_links: false,
    blocks: [{ type: 'section', text: { type: 'plain_text', text, emoji: false } }],
  }
}
