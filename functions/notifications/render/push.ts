import { cut, linkOf, type Message, wordsOf } from './message.ts'

/** What web/public/worker.js shows. Push services take 4 kB, of which encryption needs some. */
export const renderPush = (message: Message) => {
  const { title, lines } = wordsOf(message)
  return {
    title: cut(title, 200),
    body: message.pushDetails ? cut(lines.join('\n'), 1_000) : 'Open Signalpost to see more',
    url: linkOf(message),
    // Shown again, it takes its own place.
    tag: cut(message.events[0]?.id ?? 'signalpost', 100),
    silent: !message.loud,
  }
}
