import {
  countsInWords,
  countTypes,
  linesOf,
  titleOf,
} from '../../../shared/notifications/notification-words.ts'
import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import { rewordInstants } from '../../../shared/platform/reword-instants.ts'

/** A message on a channel, with one event or several. */
export type Message = {
  readonly events: readonly NotificationEvent[]
  readonly loud: boolean
  /** Whether the message may have arrived before. */
  readonly isRepeated: boolean
  /** The origin of the dashboard for links in messages, such as https://example.com */
  readonly origin: string
  /** The reader's IANA time zone, used for times in the text. */
  readonly zone: string
  /** Whether a lock screen may show sizes and prices. */
  readonly pushDetails: boolean
}

/** Maximum number of events whose text is shown. The others are only counted. */
const maxInFull = 10

const mayHaveArrived = 'You may have received this message before. We couldn’t confirm its delivery.'

/** Returns a formatter of times, such as "7 Sept 2026, 14:41:00 BST". */
const clockIn = (zone: string) => {
  const clock = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  })
  return (iso: string) => clock.format(new Date(iso))
}

/** Returns the text of a message, which is the same on every channel that shows text. */
export const wordsOf = ({ events, isRepeated, zone }: Message) => {
  const [only, ...others] = events
  const title =
    others.length === 0 && only
      ? titleOf(only)
      : `${events.length} notifications: ${countsInWords(countTypes(events))}`
  const parts =
    others.length === 0
      ? events.flatMap(linesOf)
      : events.slice(0, maxInFull).map((event) => [titleOf(event), ...linesOf(event).slice(0, 1)].join('. '))
  const rest = events.length - maxInFull
  const clock = clockIn(zone)
  return {
    title: rewordInstants(title, clock),
    lines: [
      ...parts,
      ...(others.length > 0 && rest > 0 ? [`Plus ${rest} more in your log.`] : []),
      ...(isRepeated ? [mayHaveArrived] : []),
    ].map((line) => rewordInstants(line, clock)),
  }
}

export const linkOf = ({ events, origin }: Message): string =>
  `${origin}${events.length === 1 ? (events[0]?.data.path ?? '/dashboard/logs') : '/dashboard/logs'}`

/** Cuts a text to a maximum number of characters. */
export const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
