import { detailsOf } from '../../shared/logs/extra-details.ts'
import type { LogEntry } from '../../shared/logs/log.schema.ts'

/** Escapes characters that would start a new line or control a terminal. */
const onOneLine = (text: string) =>
  text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (sign) => shortEscapes[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Formats one line for people and grep: `2026-11-21T09:30:00.000Z DEMO TRADE message | description | {"extra":…}`. */
export const logLine = ({ createdAt, mode, type, message, description, extra }: LogEntry) => {
  const details = detailsOf(extra)
  return `${[
    `${createdAt} ${mode} ${type} ${onOneLine(message)}`,
    ...(description === undefined ? [] : [onOneLine(description)]),
    ...(details ? [onOneLine(JSON.stringify(details))] : []),
  ].join(' | ')}\n`
}
