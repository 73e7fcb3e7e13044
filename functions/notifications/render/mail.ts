import { type Email, letter } from '../../mails/letter.ts'
import { pauseParagraphs } from '../../mails/pause-link.ts'
import { linkOf, type Message, wordsOf } from './message.ts'

/** @param pauseLink the user's link to pause trading; null unless the message has a notification of level `loud` */
export const renderMail = (message: Message, pauseLink: string | null): Email => {
  const { title, lines } = wordsOf(message)
  return letter(`Signalpost: ${title}`, [
    ...lines,
    { link: linkOf(message), label: 'Open Signalpost' },
    ...(pauseLink === null ? [] : pauseParagraphs(pauseLink)),
  ])
}
