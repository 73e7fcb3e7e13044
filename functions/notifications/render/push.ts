import { cut, linkOf, type Message, wordsOf } from './message.ts'

/**
 * The data of a notification that web/public/worker.js shows. Push services accept 4 kB, part of which encryption
 * needs.
 */
export const renderPush = (message: Message) => {
  const { title, lines } = wordsOf(message)
  return {
    title: cut(title, 200),
    body: message.pushDetails ? cut(lines.join('\n'), 1_000) : 'Open Signalpost to see more',
    url: linkOf(message),
    // A repeated notification has the same tag, so that it replaces the first one.
    tag: cut(message.events[0]?.id ?? 'signalpost', 100),
    silent: !message.loud,
  }
}
