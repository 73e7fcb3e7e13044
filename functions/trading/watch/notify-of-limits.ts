import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import { limitLabels, type Trip } from '../../../shared/limits/loss-limits.ts'
import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { isNear, isReached, type LimitUse, useInWords } from '../../../shared/trading/model/limit-uses.ts'
import type { Watch } from '../../../shared/trading/model/watch.ts'
import { moneyWithCode } from '../../../shared/platform/figures.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { instantInText } from '../../../shared/platform/words.ts'
import { updateWatch } from './watch-account.ts'
import { shortHash } from '../ports/deal-reference.ts'
import { notifyUser } from '../record/notify-user.ts'
import type { LimitedUser, LimitPorts } from './limit-ports.ts'
import { loginOf } from './timed-alerts.ts'

const hour = 3_600_000

export const notifyOfNear = async (
  ports: LimitPorts,
  user: LimitedUser,
  watch: Watch,
  uses: readonly LimitUse[],
) => {
  const login = loginOf(user)
  const now = ports.clock.now()
  const news = uses.filter((use) => isNear(use) && !isReached(use) && watch.notified[use.key] === undefined)
  for (const use of news) {
    const { limit, strategy, key } = use
    const title = strategy === null ? limitLabels[limit] : `${limitLabels[limit]}, strategy ${strategy}`
    await notify(ports, user, {
      type: 'limit.near',
      identity: ['near', key, watch.bases[key]?.startAt],
      since: now - 48 * hour,
      ...(strategy === null ? {} : { strategy }),
      sentence: `${title} is near its limit on ${login.mode}: ${useInWords(use)}`,
      path: '/dashboard/settings',
    })
  }
  if (news.length > 0)
    await updateWatch(ports.store, login, (current) => ({
      ...current,
      notified: { ...current.notified, ...Object.fromEntries(news.map(({ key }) => [key, now])) },
    }))
}

/**
 * Sent while the alert that closes everything is in progress. The outcome of that alert shows the result for each deal.
 */
const closing =
  'Signalpost is deleting all orders and closing all positions. The log shows what became of each'
const heldBack =
  'Nothing is closed: you stopped everything. You can carry the exit out once you resume trading'

export const notifyOfTrip = async (ports: LimitPorts, user: LimitedUser, trip: Trip) => {
  const { strategy, at, until, closes, key, sentence, unexplained } = trip
  const what = strategy === null ? 'New entries stopped' : `New entries of strategy ${strategy} stopped`
  const end =
    until === null
      ? 'Entries stay stopped until you resume them on the dashboard'
      : `Entries are taken again from ${instantInText(Date.parse(until))}${closes ? ', once what is open now is closed' : ''}`
  const next =
    unexplained !== undefined
      ? `The balance fell by ${moneyWithCode(Number(unexplained.amount), unexplained.currency || null)} and nothing at ${brokerName} shows why, so nothing is closed. If it was a withdrawal, confirm that on the dashboard`
      : !closes
        ? 'Exits still go through'
        : user.isStopped
          ? heldBack
          : closing
  await notify(ports, user, {
    type: 'limit.reached',
    identity: ['reached', key, at],
    since: ports.clock.now() - hour,
    ...(strategy === null ? {} : { strategy }),
    sentence: `${what} on ${user.captured.mode}: ${sentence}`,
    details: [next, end],
    path: '/dashboard',
  })
}

/** @property since the earliest time at which the user may have received this notification */
type News = NotificationEvent['data'] & {
  readonly type: 'limit.near' | 'limit.reached'
  readonly identity: readonly unknown[]
  readonly since: Instant
}

const notify = (
  ports: LimitPorts,
  { userId, captured: { mode } }: LimitedUser,
  { type, identity, since, ...data }: News,
) => {
  const key = `limit-${shortHash(JSON.stringify([userId, mode, ...identity]))}`
  return notifyUser(
    ports,
    { id: key, type, userId, at: ports.clock.now(), data: { mode, ...data } },
    { mode, type: 'ALERT', description: data.details?.join('. ') ?? '', key, since },
  )
}
