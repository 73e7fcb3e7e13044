import { type Email, letter } from '../../mails/letter.ts'
import { linkOf, type Message, wordsOf } from './message.ts'

export const renderMail = (message: Message): Email => {
  const { title, lines } = wordsOf(message)
  return letter(`Signalpost: ${title}`, [...lines, { link: linkOf(message), label: 'Open Signalpost' }])
}
