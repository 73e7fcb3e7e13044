import { rewordInstants } from '../../shared/platform/reword-instants.ts'

const upperHalf = (text: string) => text.replace(/\b(am|pm)\b/, (half) => half.toUpperCase())

const timestamp = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** Formats a time: "21 Nov 2026, 9:30 AM". */
export const formatTimestamp = (iso: string) => upperHalf(timestamp.format(new Date(iso)))

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
})
/** Formats a time of day with seconds: "9:30:00 AM". */
export const formatClock = (iso: string) => upperHalf(clock.format(new Date(iso)))

const precise = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
})
/** Formats a time with seconds: "21 Nov 2026, 9:30:05 AM". */
export const formatPrecise = (iso: string) => upperHalf(precise.format(new Date(iso)))

/** Returns the time zone of all times on the screen, such as "Europe/London". */
export const timeZone = () => clock.resolvedOptions().timeZone

/** Formats the times in a server's sentence like other times on the screen. */
export const worded = (sentence: string) => rewordInstants(sentence, formatPrecise)

const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** Formats a calendar day such as 2026-09-07: "7 Sep 2026". */
export const formatDate = (day: string) => date.format(new Date(`${day}T00:00:00Z`))

const time = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hour12: true })
/** Formats epoch milliseconds as a time of day: "9:30 AM". */
export const formatTime = (at: number) => upperHalf(time.format(at))

/** Formats a duration: "840 ms", "3.1 s", "39 min 41 s" or "2 h 5 min". */
export const formatDuration = (milliseconds: number) => {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1_000)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
/** Formats a time for a list: "9:30 AM" if it is today, otherwise "7 Sep". */
export const formatWhen = (iso: string) => {
  const at = new Date(iso)
  const isToday = at.toDateString() === new Date().toDateString()
  return isToday ? formatTime(at.getTime()) : dayAndMonth.format(at)
}

/** Formats an age: "5 min", "2 h 5 min" or "3 d 4 h". */
export const formatAge = (milliseconds: number) => {
  const minutes = Math.floor(milliseconds / 60_000)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}
