import type { LogExtra } from './log.schema.ts'

type Details = Readonly<Record<string, unknown>>

/** The details that an entry adds to its message, as the user sees them; null if there are none. */
export const detailsOf = (extra: LogExtra | undefined): Details | null => {
  const { kind: _, reason: __, ...own }: Details = extra ?? {}
  const details = extra?.kind === 'note' ? extra.facts : own
  return Object.keys(details).length > 0 ? details : null
}
