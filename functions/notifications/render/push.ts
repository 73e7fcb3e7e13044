import { cut, linkOf, type Message, wordsOf } from './message.ts'

/** The notification that web/public/worker.js shows. Push services accept 4 kB, of which encryption needs some. */
export const renderPush = (message: Message) => {
  const { title, lines } = wordsOf(message)
  return {
    title: cut(title, 200),
    body: message.pushDetails ? cut(lines.join('\n'), 1_000) : 'Open Signalpost to see more',
    url: linkOf(message),
    // A repeated notification replaces the first.
    tag: cut(message.events[0]?.id ?? 'signalpost', 100),
    silent: !message.loud,
  }
}
