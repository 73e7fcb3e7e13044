import { findItems } from '../aws/delete-items.ts'

const minute = 60_000
const hour = 3_600_000
/** If the last alert is older than this number of milliseconds, its age is no longer checked. */
const forgotten = 30 * 24 * hour

/**
 * Whole hours since an instant. Only hours from Monday to Friday in UTC are counted, because markets close at weekends.
 */
export const weekdayHoursSince = (instant: number, now: number): number => {
  let hours = 0
  for (let at = instant; at + hour <= now; at += hour)
    if (![0, 6].includes(new Date(at).getUTCDay())) hours += 1
  return hours
}

/**
 * Whether the last alert of all users became `limit` weekday hours old within the last hour. It is called once an hour,
 * so a silence is logged once, even if it reaches the limit just before a weekend.
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
