import { findItems } from '../aws/delete-items.ts'

const minute = 60_000
const hour = 3_600_000
/** Milliseconds. Who has sent no alert for as long sends none any more. */
const forgotten = 30 * 24 * hour

/** Whole hours from Monday to Friday, in UTC, since an instant: markets are closed at weekends. */
export const weekdayHoursSince = (instant: number, now: number): number => {
  let hours = 0
  for (let at = instant; at + hour <= now; at += hour)
    if (![0, 6].includes(new Date(at).getUTCDay())) hours += 1
  return hours
}

/**
 * Whether the last alert of any user came `limit` weekday hours ago, and an hour ago it did not. Called once an hour, so a
 * silence is noted once, also if it reaches the limit just before a weekend.
 */
export const hasFallenSilent = async (limit: number, now: number): Promise<boolean> => {
  const secrets = await findItems('webhookSecrets', ['countedMinute'], () => true)
  const last = secrets.reduce(
    (latest, { countedMinute = 0 }) => Math.max(latest, (countedMinute as number) * minute),
    0,
  )
  return (
    now - last < forgotten &&
    weekdayHoursSince(last, now) >= limit &&
    weekdayHoursSince(last, now - hour) < limit
  )
}
