import type { Instant } from '../../../shared/platform/units.ts'
import { BrokerError } from '../../trading/ports/broker.ts'

/**
 * Parses IG's dates, which are ISO without a zone (UTC) or `yyyy/MM/dd HH:mm:ss:SSS`.
 * @throws BrokerError unusable
 */
export const instantOf = (date: string | null | undefined): Instant => {
  const match = /^(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(?:[.:](\d{1,3}))?Z?$/.exec(
    date ?? '',
  )
  const [year, month, day, hour, minute, second = 0] = (match ?? []).slice(1).map((part) => Number(part ?? 0))
  // The fraction is decimal, so `.4` is 400 ms.
  const millis = Number((match?.[7] ?? '').padEnd(3, '0'))
  if (!match) throw new BrokerError('unusable', 'IG gave a date that Signalpost does not understand')
  return Date.UTC(year as number, (month as number) - 1, day, hour, minute, second, millis)
}

/** Parses a date that IG may omit. The result is 0 if there is no date. */
export const instantOrNone = (date: string | null | undefined): Instant => (date ? instantOf(date) : 0)

/** Formats a time as `yyyy/MM/dd HH:mm:ss` in UTC for `goodTillDate`. */
export const goodTillDateOf = (at: Instant) =>
  new Date(at).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')

/** Formats a time as ISO without milliseconds and zone, for queries. */
export const queryDateOf = (at: Instant) => new Date(at).toISOString().slice(0, 19)
