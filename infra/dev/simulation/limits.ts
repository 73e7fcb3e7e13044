import { outcomeInWords } from '../../../functions/trading/record/ending-words.ts'
import { closingLimits } from '../../../shared/limits/loss-limits.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import { termsOf, type TrueDeal } from './broker.ts'
import { clockSlack, type Evidence, recordedAt } from './evidence.ts'
import { equity, type LimitStory, minute, trippedAfter } from './limit-stories.ts'
import type { SimUser } from './store.ts'
import type { Change } from './world.ts'

/**
 * The checks in this file compare users' accounts with the limit stories that the users played. `ofLimits` contains the
 * names of the rules that check limits.
 */
const ofLimits: ReadonlySet<string> = new Set(['no limit reached', 'loss limits', 'open risk'])
const refusedByLimit = ({ outcome }: AlertRecord) =>
  outcome?.outcome === 'REFUSED' && ofLimits.has(outcome.trace.at(-1)?.rule ?? '')
const isEntry = ({ alert }: AlertRecord) => alert.action === 'BUY' || alert.action === 'SELL'
const mayEnter = (record: AlertRecord) =>
  isEntry(record) || record.alert.action === 'REVERSE' || record.alert.change?.to !== 'flat'

/** Checks that no entry is sent once a limit is reached, and that no limit stops an exit. */
export const limitsHold = (seen: Evidence): string[] => {
  const { world, alerts } = seen
  return [...world.stories].flatMap(([userId, story]) => {
    const user = world.tables.users.get(userId)
    if (!user || user.deleted) return []
    const own = alerts.filter((record) => record.userId === userId)
    return [
      ...own
        .filter((record) => refusedByLimit(record) && !mayEnter(record))
        .map(({ alertId, alert }) => `limits: ${alert.action} ${alertId} was stopped by a limit`),
      ...entriesStopped(seen, userId, story),
      ...othersAllowed(seen, userId, story, own),
      ...tripped(seen, user, story, own),
      ...closedInTime(seen, user, story, own),
      ...tripsSeen(seen, userId, own),
      ...(story.limits.tradesToday === null ? [] : countedTrades(seen, user, story.limits.tradesToday)),
      ...(story.limits.openRisk ? risksHeld(seen, user, story.limits.openRisk.percent) : []),
    ]
  })
}

/** Whether the account was measured before a time. Without a first value, a fall cannot be measured. */
const wasMeasured = ({ world }: Evidence, userId: string, before: number) =>
  world.tables.watched.some((saved) => saved.userId === userId && saved.at < world.start + before)

const firstEvent = ({ worth, booked }: LimitStory) =>
  Math.min(worth[1]?.at ?? Infinity, booked[0]?.knownFrom ?? Infinity)

const entriesStopped = (seen: Evidence, userId: string, story: LimitStory): string[] => {
  const { world } = seen
  if (story.unreadable === undefined && !wasMeasured(seen, userId, firstEvent(story))) return []
  return world.broker.wire.flatMap(({ at, kind, login, name, clockError }) => {
    if (kind !== 'place' || login.userId !== userId) return []
    const since = at - world.start
    // A process may pause between reading the account and sending its order.
    const slack = world.calm ? 0 : 2 * Math.abs(clockError) + 50_000
    const isTripped = world.changes.some(
      (change) => change.userId === userId && change.what.startsWith('tripped') && change.at < at - 10_000,
    )
    return story.mustRefuse.some(
      ({ from, until, onceTripped, unlessFaulty }) =>
        since >= from + slack &&
        since < until - slack &&
        (!onceTripped || isTripped) &&
        // A fall is not noticed if the account could not be read because no request was left.
        (!unlessFaulty || (world.calm && !world.broker.allowance)),
    )
      ? [`limits: ${name} left ${since / 1_000} s after the start, in the story ${story.name}`]
      : []
  })
}

/**
 * Whether the product read the account's equity after the first day's loss and before the second day's loss. Otherwise
 * it is unknown on which day each loss was made.
 */
const areDaysApart = ({ world }: Evidence, userId: string, { looksBetween }: LimitStory) =>
  looksBetween === undefined ||
  world.tables.watched.some(
    ({ userId: whose, at }) =>
      whose === userId &&
      at >= world.start + looksBetween.from + 10_000 &&
      at < world.start + looksBetween.until,
  )

const othersAllowed = (
  seen: Evidence,
  userId: string,
  story: LimitStory,
  own: readonly AlertRecord[],
): string[] => {
  const { world } = seen
  if (!world.calm || !areDaysApart(seen, userId, story)) return []
  return own.filter(refusedByLimit).flatMap(({ alertId, outcome }) => {
    const since = (outcome?.decidedAt ?? 0) - world.start
    // The time of an outcome is a moment later than its decision.
    return story.mustAllow.some(({ from, until }) => since >= from + clockSlack && since < until)
      ? [
          `limits: ${alertId} was refused ${since / 1_000} s after the start, in the story ${story.name}: ${outcome && outcomeInWords(outcome)}`,
        ]
      : []
  })
}

const tripped = (seen: Evidence, user: SimUser, story: LimitStory, own: readonly AlertRecord[]): string[] => {
  const { world } = seen
  const trips = world.changes.filter(
    ({ userId, what }) => userId === user.userId && what.startsWith('tripped'),
  )
  if (story.trips === 'must not' && trips.length > 0 && areDaysApart(seen, user.userId, story))
    return [`limits: tripped in the story ${story.name}`]
  const [first] = own
    .filter((record) => record.outcome?.trace.at(-1)?.rule === 'loss limits' && refusedByLimit(record))
    .map((record) => recordedAt(world, record))
    .sort((one, other) => one - other)
  if (story.trips === 'must not' || !world.calm) return []
  const isResumed =
    story.resumesAt !== undefined && (first ?? 0) > world.start + story.resumesAt - trippedAfter
  const isLate = first !== undefined && !isResumed && !trips.some(({ at }) => at <= first + 5 * minute)
  const account = world.broker.book.state.accounts[user.credentials[user.settings.mode].accountId]
  const isOpen = account !== undefined && account.positions.length + account.orders.length > 0
  return [
    ...(isLate ? [`limits: refused in the story ${story.name}, and never tripped`] : []),
    ...(trips.length > 0 && mayClose(story) && isOpen
      ? [`limits: something stayed open in the story ${story.name}`]
      : []),
  ]
}

const mayClose = ({ limits }: LimitStory) =>
  closingLimits.some((limit) => limits[limit] !== null && limits.onReach[limit] === 'CLOSE')

/**
 * Checks that open positions are closed only if the user chose this for a limit, and that the run that records a trip
 * begins to close them.
 */
const closedInTime = (
  { world }: Evidence,
  { userId }: SimUser,
  story: LimitStory,
  own: readonly AlertRecord[],
): string[] => {
  const { name } = story
  const isClosing = mayClose(story)
  const closing = own.filter(({ alert }) => alert.comment?.startsWith('Close everything: ') === true)
  const trips = world.changes.filter(
    (change) => change.userId === userId && change.what.startsWith('tripped'),
  )
  const hasToClose = ({ at, what }: Change) => {
    const [, mode, closes] = what.split(' ')
    const isOpen = world.broker.stood.some(
      ({ accountId, shownFrom, until }) =>
        accountId.startsWith(`${userId}-${mode}-`) && shownFrom < at && until > at + minute / 2,
    )
    return closes !== undefined && isOpen
  }
  const isLate = (trip: Change) =>
    hasToClose(trip) &&
    !closing.some(({ acceptedAt }) => acceptedAt >= trip.at && acceptedAt < trip.at + minute / 2)
  return [
    ...(!isClosing && closing.length > 0 ? [`limits: closed everything in the story ${name}`] : []),
    // In a world with IG's allowance, the product may have to wait for a request before it can read the open positions.
    ...(isClosing && world.calm && !world.broker.allowance && trips.some(isLate)
      ? [`limits: tripped in the story ${name}, and closed nothing at once`]
      : []),
  ]
}

/**
 * Checks that each decision takes the trips before it into account. A decision within seven seconds of a change may
 * miss the change.
 */
const tripsSeen = ({ world }: Evidence, userId: string, own: readonly AlertRecord[]): string[] => {
  if (!world.calm) return []
  const changes = world.changes.filter((change) => change.userId === userId)
  return own.flatMap(({ alertId, outcome }) => {
    if (outcome?.outcome !== 'REFUSED') return []
    const { decidedAt } = outcome
    const isPassed = outcome?.trace.some(({ rule, passed }) => rule === 'no limit reached' && passed)
    const last = changes.findLast(({ at, what }) => at < decidedAt - 7_000 && /^(tripped|lifted)/.test(what))
    const isLifted = changes.some(
      ({ at, what }) => what === 'lifted' && at >= decidedAt - 7_000 && at <= decidedAt,
    )
    return isPassed && last?.what.startsWith('tripped') && !isLifted
      ? [`limits: ${alertId} was decided as if nothing was tripped`]
      : []
  })
}

const dealsOf = ({ world }: Evidence, { userId }: SimUser): readonly TrueDeal[] =>
  world.broker.deals.filter(({ login }) => login.userId === userId)

const countedTrades = (seen: Evidence, user: SimUser, most: number): string[] => {
  // An order that ended unfilled does not count as a trade.
  const unfilled = [...seen.world.tables.logs].filter(
    ([key, { type, userId }]) => key.endsWith('-ended') && type === 'ORDER' && userId === user.userId,
  )
  const count = dealsOf(seen, user).length - unfilled.length
  return count > most ? [`limits: ${count} trades in a day of at most ${most}`] : []
}

/**
 * Checks that the risk of each order, added to the risk of everything open when it was dealt, does not exceed the
 * limit.
 */
const risksHeld = (seen: Evidence, user: SimUser, percent: number): string[] => {
  const { world } = seen
  if (world.strikes.kinds.has('listsLate')) return []
  return dealsOf(seen, user).flatMap((deal) => {
    const orders = deal.before.orders.map((item) => {
      const made = world.broker.deals.find(({ dealReference }) => dealReference === item.dealReference)
      return made ? riskOf(made) * (Number(item.size) / Number(made.order.size)) : 0
    })
    const risks = [...orders, ...deal.before.positions.map(riskOfPosition)]
    const sum = risks.reduce((total, risk) => total + risk, riskOf(deal))
    return sum > (equity * percent) / 100 + 0.02 * risks.length + 0.02
      ? [
          `limits: ${sum.toFixed(2)} at stake with ${deal.dealReference}, of at most ${(equity * percent) / 100}`,
        ]
      : []
  })
}

/** The risk of a position at its current stop. If the stop has passed the opening level, there is no risk. */
const riskOfPosition = ({
  epic,
  direction,
  level,
  size,
  stopLevel,
}: TrueDeal['before']['positions'][number]) => {
  if (stopLevel === null) return 0
  const { unitValue, gbpRate } = termsOf(epic)
  const distance = direction === 'BUY' ? level - stopLevel : stopLevel - level
  return Math.max(0, distance) * size * unitValue * gbpRate
}

const riskOf = ({ order }: TrueDeal) => {
  const { unitValue, gbpRate, scalingFactor } = termsOf(order.epic)
  return (Number(order.stopDistance) / Number(scalingFactor)) * Number(order.size) * unitValue * gbpRate
}
