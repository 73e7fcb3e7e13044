import { queueTimes } from '../../../shared/platform/queue-times.ts'
import { brakeMilliseconds } from '../../../shared/trading/model/brake.ts'
import { acceptanceName, dealReferenceOf } from '../../../functions/trading/ports/deal-reference.ts'
import { limits } from '../../../functions/trading/ports/limits.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import { livesOn } from '../../../functions/trading/record/record-outcome.ts'
import { stateAfter } from '../../../functions/trading/record/alert-state.ts'
import { mayOpen, movesStops } from '../../../shared/alerts/alert-action.ts'
import { directionOf } from '../../../shared/alerts/position-change.ts'
import { quoteName, termsOf, type WireOrder } from './broker.ts'
import { allowanceKept, closedByHand, exitsAtOpening, exitsGetOut, sizesOfCloses } from './exits.ts'
import { wrongWith } from './expected-order.ts'
import {
  clockSlack,
  type Evidence,
  groupBy,
  isOfTwo,
  gatherEvidence,
  lookbackMs,
  openerOf,
  recordedAt,
} from './evidence.ts'
import { limitsHold } from './limits.ts'
import { marginHeld } from './margin.ts'
import { replaysHold } from './replays.ts'
import { outcomeInWords } from '../../../functions/trading/record/ending-words.ts'
import {
  endedIn,
  isHalfReversal,
  isLeftOpen,
  isToCheck,
  lateFor,
  meetsEnded,
  stopsIn,
  wrongSizes,
  wrongSums,
} from './stated.ts'
import type { Change, World } from './world.ts'

/** The limits before a mutant could change them. */
const limitsAsBuilt = { ...limits }

/**
 * Checks whether the product kept its promises in a simulated world. It only uses the webhook's answers, the stored records, and the broker's
 * true deals.
 * @returns a text for each broken promise
 */
export const check = (world: World): string[] => {
  const seen = gatherEvidence(world)
  return [
    promises(seen),
    runsEnd(seen),
    searchesEnd(seen),
    exitsGetOut(seen),
    exitsAtOpening(seen),
    allowanceKept(seen),
    deals(seen),
    rules(seen),
    orders(seen),
    bursts(seen),
    closes(seen),
    strategies(seen),
    outcomes(seen),
    entries(seen),
    rest(seen),
    sizesOfCloses(seen),
    closedByHand(seen),
    stopsStayClose(seen),
    atRest(seen),
    doubtsEnd(seen),
    sizesOfScenes(seen),
    wrongSizes(seen),
    wrongSums(seen),
    approvals(seen),
    limitsHold(seen),
    marginHeld(seen),
    replaysHold(seen),
  ].flat()
}

/** Each alert that was answered with status 202 has exactly one recorded outcome, which never changes. */
const promises = ({ world, alerts }: Evidence): string[] => {
  const broken: string[] = []
  const { tables, sent } = world
  for (const { alertId } of sent.flatMap(({ answers }) => answers))
    if (alertId && !tables.alerts.has(alertId))
      broken.push(`promise: ${alertId} was answered 202 and is not there`)
  const recorded = new Map<string, string[]>()
  for (const { alertId, outcome, held } of tables.recorded)
    if (held) recorded.set(alertId, [...(recorded.get(alertId) ?? []), outcome.outcome])
  for (const record of alerts) {
    const { alertId, outcome } = record
    const known = recorded.get(alertId) ?? []
    if (!outcome) broken.push(`promise: ${alertId} has no outcome`)
    else if (!known.includes(outcome.outcome)) broken.push(`promise: ${alertId} changed its outcome`)
    if (known.length > (isOfTwo(world, alertId) ? 2 : 1))
      broken.push(`promise: ${alertId} got ${known.length} outcomes`)
  }
  return broken
}

/** An unknown epic is found within 8 failed reads of several markets, and is not read with other markets after that. */
const searchesEnd = ({ world: { broker } }: Evidence): string[] =>
  broker.failedTogether > 8 * broker.unknown.size
    ? [`unknown epics: ${broker.failedTogether} common reads failed for ${broker.unknown.size} of them`]
    : []

/** Every run of the executor ends before Lambda ends it. Otherwise it could not save its results. */
const runsEnd = ({ world }: Evidence): string[] =>
  world.overran.map(
    ({ at, alertIds }) => `run: Lambda ended a run over ${alertIds.join(', ')} at ${at - world.start}`,
  )

/** An approved question leads to at most one alert, even if the user approves it several times. */
const approvals = ({ alerts }: Evidence): string[] => {
  const approved = alerts.flatMap(({ confirms }) => confirms ?? [])
  return approved.length > new Set(approved).size ? ['approval: one question became two alerts'] : []
}

/** An alert makes at most one deal, and each order is what its alert asked for. */
const deals = ({ world, byReference, dealsOf }: Evidence): string[] => {
  const broken: string[] = []
  const { tables, broker } = world
  for (const [reference, made] of dealsOf)
    if (made.length > 1) broken.push(`deal: ${reference} became ${made.length} deals`)
  for (const { dealReference } of broker.deals)
    if (!byReference.has(dealReference)) broken.push(`deal: ${dealReference} belongs to no alert`)
  // Every order that was sent is checked, even if the broker rejected it.
  for (const { name, kind, order, login, at, clockError } of broker.wire) {
    if (kind !== 'place' || !order) continue
    const alert = byReference.get(name)
    const user = tables.users.get(login.userId)
    if (!alert || !user) {
      broken.push(`deal: ${name} belongs to no alert`)
      continue
    }
    // In these scenes, prices move or orders have the minimum size, so the checker cannot compute the orders.
    if (world.scene === 'breakEven' || world.scene === 'wentLive') continue
    const isMeant = ({ marketAndSymbol, igEpic }: { marketAndSymbol: string; igEpic: string }) =>
      marketAndSymbol === alert.alert.market && igEpic === order.epic
    const instrument = [...tables.instruments, ...tables.mappedBefore].find(isMeant)
    const claimedAt = { earliest: alert.acceptedAt - clockError - 2_000, latest: at + clockError }
    for (const wrong of wrongWith(order, alert.alert, { instrument, settings: user.settings, claimedAt }))
      broken.push(`deal: of ${name} ${wrong}`)
  }
  return broken
}

/** When a deal was made, the broker's true state complied with the user's rules. */
const rules = (seen: Evidence): string[] => {
  const { world, byReference } = seen
  const broken: string[] = []
  const { tables, broker } = world
  const listsAreLate = world.strikes.kinds.has('listsLate')
  for (const { login, order, before: stood, dealReference, appliedAt } of broker.deals) {
    const settings = tables.users.get(login.userId)?.settings
    const alert = byReference.get(dealReference)
    if (!settings || !alert) continue
    const ofStrategy = settings.strategies[alert.alert.strategy ?? '']?.cooldownHours ?? 0
    const hours = Math.max(settings.instrumentTradeCooldownPeriodInHours, ofStrategy)
    const sentAt = broker.wire.find(({ name }) => name === dealReference)?.at ?? appliedAt
    const isKnown = ({ dealId }: { dealId: string }) => !isPredated(world, dealId, sentAt)
    const before = { positions: stood.positions.filter(isKnown), orders: stood.orders.filter(isKnown) }
    const here = { positions: before.positions.length, all: before.positions.length + before.orders.length }
    for (const other of broker.deals) {
      const left = broker.wire.find(({ name }) => name === other.dealReference)?.at ?? 0
      const isEarlier = left < sentAt && sentAt - left < hours * 3_600_000
      const record = byReference.get(other.dealReference)
      // IG did not show this deal, so it was recorded as NOT_PLACED and causes no cooldown.
      const isUnseen =
        record?.outcome?.outcome === 'NOT_PLACED' &&
        recordedAt(world, record) < sentAt &&
        // This allows one more minute, because a look-up that failed is repeated a minute later.
        other.historyFrom > sentAt - lookbackMs - 60_000
      if (isUnseen) continue
      if (isEarlier && other.login.accountId === login.accountId && other.order.epic === order.epic)
        broken.push(`rule: ${dealReference} within the cooldown of ${other.dealReference}`)
    }
    // While the lists lag by minutes, our client cannot count all deals. This is IG's fault.
    if (listsAreLate) continue
    if (order.type === 'MARKET' && here.positions >= settings.maximumOpenPositions)
      broken.push(`rule: ${dealReference} opened beyond ${settings.maximumOpenPositions} positions`)
    const own = [...before.positions, ...before.orders].filter(
      ({ dealId }) => (openerOf(seen, dealId)?.opener?.alert.strategy ?? '') === (alert.alert.strategy ?? ''),
    )
    const most = settings.strategies[alert.alert.strategy ?? '']?.maximumPositions ?? Infinity
    if (own.length >= most) broken.push(`rule: ${dealReference} beyond ${most} of its strategy`)
    if (here.all >= settings.maximumOpenPositionsAndPendingOrders)
      broken.push(`rule: ${dealReference} beyond ${settings.maximumOpenPositionsAndPendingOrders} in all`)
    const onEpic = [...before.positions, ...before.orders].filter(({ epic }) => epic === order.epic)
    if (settings.preventDuplicatePositionsForInstrument && onEpic.length > 0)
      broken.push(`rule: ${dealReference} is a duplicate on ${order.epic}`)
    const against = before.positions.filter(({ epic, direction, createdAt }) => {
      // If a working order has just filled, its position may still be missing from every list.
      return epic === order.epic && direction !== order.direction && createdAt < alert.acceptedAt
    })
    const known = against.filter(({ dealId }) => isShownBefore(world, dealId, sentAt - limits.listLag))
    // The product compares reversals and alerts that contain their strategy's position only with deals of the same
    // strategy.
    const isBare = !alert.alert.change && alert.alert.action !== 'REVERSE'
    if (!settings.allowHedging && isBare && known.length > 0)
      broken.push(`rule: ${dealReference} is against a position on ${order.epic}`)
  }
  for (const [accountId, sent] of groupBy(
    broker.wire.filter(({ kind }) => kind === 'place'),
    ({ login }) => login.accountId,
  ))
    for (const { at, clockError, login } of sent) {
      const most = tables.users.get(login.userId)?.settings.largestBurst ?? 0
      // The brake compares the times of two claims, which two clocks may have measured. An order may also be sent some
      // time after its claim.
      const sure = sent.filter(
        (other) =>
          other.at <= at &&
          at - other.at < brakeMilliseconds - limits.claimToOrder - clockError - other.clockError,
      )
      // An order that was refused because of IG's trading allowance is sent again with the same deal reference, so it
      // counts once.
      const count = new Set(sure.map(({ name }) => name)).size
      if (count > most) broken.push(`rule: ${count} orders on ${accountId} in a minute`)
    }
  return broken
}

/**
 * Whether a process whose clock had stopped recorded a deal with an old time. The product then expects the deal in
 * lists that do not show it yet, so no rule can count it.
 */
const isPredated = ({ broker }: World, dealId: string, at: number) => {
  const deal = broker.deals.find((made) => made.dealId === dealId)
  const clockError = broker.wire.find(({ name }) => name === deal?.dealReference)?.clockError ?? 0
  return deal !== undefined && clockError > clockSlack && deal.shownFrom > at - limits.listLag
}

const isShownBefore = ({ broker }: World, dealId: string, at: number) => {
  const filled = broker.deals.find((deal) => deal.dealId === dealId)
  const item = broker.stood.find((stood) => stood.dealId === dealId)
  if (!filled || !item) return false
  // Only the broker's book knows when a LIMIT order filled, so such an order does not count.
  return filled.order.type === 'MARKET' && item.shownFrom < at
}

/**
 * Each order is sent once and in time. It goes to the captured account and mode, which were in force when it was sent.
 */
const orders = ({ world, byReference }: Evidence): string[] => {
  const broken: string[] = []
  const { tables, broker } = world
  for (const [name, sent] of groupBy(
    broker.wire.filter(({ kind }) => kind === 'place'),
    (order) => order.name,
  ))
    if (sent.filter(({ result }) => result !== 'untouched').length > 1)
      broken.push(`order: ${name} was sent ${sent.length} times`)
  for (const { at, kind, login, name, clockError, isByHand } of broker.wire) {
    const user = tables.users.get(login.userId)
    const fence = limitsAsBuilt.claimToOrder + clockError
    // In a calm world, a pause takes effect within a second, plus the time that sending takes.
    const pauseFence = world.scene ? 1_500 : fence
    const changes = world.changes.filter(({ userId }) => userId === login.userId)
    const inForce = (holds: (state: State) => boolean, within = fence) =>
      wasInForce(changes, at, within, holds)
    if (kind !== 'place' && !isByHand && !inForce((state) => !state.stopped, pauseFence))
      broken.push(`exit: ${kind} ${name} left though everything was stopped`)
    if (!user || kind !== 'place') continue
    const record = byReference.get(name)
    if (!record) {
      broken.push(`order: ${name} belongs to no alert`)
      continue
    }
    const { captured } = record
    const firedAt = Math.min(record.acceptedAt, record.alert.firedAt ?? Infinity)
    const late = at - firedAt - user.settings.maximumAlertAgeInSeconds * 1000 - fence
    // The webhook's clock may also have been wrong when the alert was accepted.
    if (late > clockSlack) broken.push(`order: ${name} left ${(at - firedAt) / 1000} s after it fired`)
    if (
      login.userId !== record.userId ||
      login.accountId !== captured.accountId ||
      login.mode !== captured.mode
    )
      broken.push(`order: ${name} went to ${login.accountId}, not to ${captured.accountId}`)
    if (!inForce((state) => state.mode === captured.mode))
      broken.push(`order: ${name} left in ${captured.mode}, which was not in force`)
    const isPaused = (state: State) => state.deleted || state.paused || state.stopped
    if (!inForce((state) => !isPaused(state), pauseFence))
      broken.push(`order: ${name} left though its user was paused or gone`)
    const isUntripped = (state: State) => !state.tripped.has(captured.mode)
    if (!inForce(isUntripped, world.calm ? 1_500 : fence))
      broken.push(`order: ${name} left though a limit was tripped`)
    if (!inForce((state) => (state.versions[captured.mode] ?? 1) === captured.credentialsVersion))
      broken.push(`order: ${name} left under credentials that were not in force`)
  }
  return broken
}

const isReversal = ({ alert, outcome }: AlertRecord) =>
  alert.action === 'REVERSE' || outcome?.closedFirst !== undefined

/**
 * Each order relies on a current quote. Orders on a market are sent in the order of their alerts, and none equals
 * another within a second.
 */
const bursts = ({ world, byReference }: Evidence): string[] => {
  const broken: string[] = []
  const { broker, queue } = world
  const placed = broker.wire.filter(({ kind }) => kind === 'place')
  for (const { at, name, login, order, clockError } of placed) {
    if (order?.type !== 'MARKET') continue
    const quotes = broker.quoted.get(quoteName(login, order.epic)) ?? []
    const age = at - Math.max(0, ...quotes.filter((quotedAt) => quotedAt <= at))
    const { snapshotAge, decisionHolds, claimToOrder } = limitsAsBuilt
    if (age > snapshotAge + decisionHolds + claimToOrder + clockError)
      broken.push(`order: ${name} left on a quote that was ${age / 1000} s old`)
  }
  // If a message is delivered twice, two runs may send their orders in any sequence.
  if (world.strikes.kinds.has('duplicateDelivery')) return broken
  const turns = new Map<string, number>()
  for (const body of queue.bodies) if (!turns.has(body)) turns.set(body, turns.size)
  const turnOf = ({ alertId, userId, captured: { mode } }: AlertRecord) =>
    turns.get(JSON.stringify({ alertId, userId, mode }))
  /**
   * Whether one alert's turn comes before the other's. An exit that could not be queued has no place in the queue,
   * because it is carried out with the waiting exits. The times of acceptance then decide.
   */
  const isTurnBefore = (one: AlertRecord, other: AlertRecord) => {
    const [turn, turnOfOther] = [turnOf(one), turnOf(other)]
    return turn === undefined || turnOfOther === undefined
      ? one.acceptedAt < other.acceptedAt - clockSlack
      : turn < turnOfOther
  }
  const ofMarket = groupBy(placed, ({ login, order }) => `${login.accountId} ${order?.epic}`)
  for (const sent of ofMarket.values())
    for (const [index, { name, at, order, clockError }] of sent.entries()) {
      const record = byReference.get(name)
      const before = sent[index - 1]
      const recordBefore = before && byReference.get(before.name)
      if (!record || !recordBefore || record === recordBefore || isOfTwo(world, record.alertId)) continue
      // A reversal closes before entries are sent. It opens after its closes are confirmed, which may be after other
      // entries.
      if ([record, recordBefore].some(isReversal)) continue
      // If a run crashed before it recorded a refusal, the alert is decided again and may then be accepted.
      const isAgain = world.strikes.kinds.has('crash') && at - before.at > limitsAsBuilt.markVoid
      if (isTurnBefore(record, recordBefore) && !isAgain)
        broken.push(`order: ${name} left after ${before.name}, which was queued later`)
      // IG does not treat an order as a copy of a rejected order.
      const stands = recordBefore.outcome?.outcome === 'PLACED'
      const isTwin = order?.direction === before.order?.direction && order?.size === before.order?.size
      if (stands && isTwin && at - before.at < 1_000 - clockError - before.clockError)
        broken.push(`order: ${name} left ${at - before.at} ms after its twin`)
    }
  return broken
}

/**
 * Each alert closes a deal at most once, unless IG proved that the close failed. After a CLOSE, no deal that the alert
 * could see remains open.
 */
const closes = (seen: Evidence): string[] => {
  const { world, alerts } = seen
  const broken: string[] = []
  const { broker } = world
  const sent = groupBy(
    // A stop may be moved twice. Partial closes are checked by `partsOf`.
    broker.wire.filter(
      ({ kind, alertId, isByHand }) =>
        (kind === 'close' || kind === 'delete') && !isByHand && !isPart(seen, alertId),
    ),
    ({ name, kind, login }) => `${login.accountId} ${kind} ${name}`,
  )
  /** How many times an alert with this ID was accepted. After thirty days, the same ID means a new alert. */
  const timesAccepted = (alertId: string, at: number) =>
    alerts.filter((alert) => alert.alertId === alertId && alert.acceptedAt - clockSlack < at).length
  for (const [what, tries] of sent) {
    const open = tries.slice(0, -1).filter(({ result }) => result === 'done' || result === 'unknown')
    const claimants = new Set(
      tries.flatMap(({ claimedBy, alertId, at }) =>
        [...claimedBy, alertId ?? ''].map((id) => `${id} ${timesAccepted(id, at)}`),
      ),
    )
    // Each of several CLOSE alerts may send one close that fails.
    if (open.length > claimants.size - 1)
      broken.push(`close: ${what} was sent again though it was not proved undone`)
  }
  for (const record of alerts) {
    const { alertId, alert, outcome, captured } = record
    if (alert.action !== 'CLOSE' || outcome?.outcome !== 'PLACED') continue
    const isMeant = (dealId: string) => mayClose(seen, record, dealId)
    const own = broker.wire.filter(
      (wire) => wire.alertId === alertId && wire.kind !== 'place' && wire.at > record.acceptedAt - clockSlack,
    )
    // A waiting exit closes only the deals for which it was decided. Deals of newer alerts stay open.
    const [queued = Infinity, decided = Infinity] = outcome.phases ?? []
    const began = Math.min(record.acceptedAt + queued + decided, ...own.map(({ at }) => at))
    const epic = epicOfMarket(world, alert.market)
    // If an exit is processed after its strategy's re-entry, it does not close the deals of the re-entry.
    if (world.scene === 'reentryFirst' || world.scene === 'oneBar') continue
    const isOvertaken = (dealId: string) =>
      (openerOf(seen, dealId)?.opener?.alert.firedAt ?? 0) > (alert.firedAt ?? Infinity)
    // If the alert sent no close because its run crashed, its deals have ended in another way, so they are not checked.
    for (const item of own.length > 0 ? broker.stood : []) {
      const wasShown = item.shownFrom < began - limitsAsBuilt.listLag && item.from < began
      const stays = item.until > recordedAt(world, record)
      // If the lists do not show a filled order for minutes, this is IG's fault.
      const isHidden = (item.hidden?.until ?? 0) > began
      if (
        item.epic === epic &&
        item.accountId === captured.accountId &&
        wasShown &&
        stays &&
        !isHidden &&
        !isOvertaken(item.dealId) &&
        isMeant(item.dealId)
      )
        broken.push(`close: ${alertId} says all is closed; ${item.dealId} stands`)
    }
    for (const dealId of outcome.dealIds ?? [])
      if (broker.stood.some((item) => item.dealId === dealId && item.until > recordedAt(world, record)))
        broken.push(`close: ${alertId} says ${dealId} is closed; it is open`)
    const count = endedIn(outcome)
    if (count !== outcome.dealIds?.length)
      broken.push(`close: ${alertId} says ${count} and names ${outcome.dealIds?.length}`)
  }
  return broken
}

const isPart = ({ world: { tables } }: Pick<Evidence, 'world'>, alertId: string | null) =>
  tables.alerts.get(alertId ?? '')?.alert.action === 'REDUCE'

/**
 * Whether an alert may close a deal. With a strategy, it may only close that strategy's deals. With a position change,
 * it may only close deals on the side that it leaves.
 */
const mayClose = (seen: Evidence, { alert }: AlertRecord, dealId: string) => {
  const known = openerOf(seen, dealId)
  if (!known?.opener) return true
  const { change, strategy } = alert
  const isOwn =
    (strategy === undefined && !change) || (known.opener.alert.strategy ?? '') === (strategy ?? '')
  return isOwn && (!change || directionOf(change.from) === known.deal.order.direction)
}

/**
 * A reversal opens only after its closes have ended. An exit opens nothing. No alert changes another strategy's deals.
 * A partial close is never larger than requested. Moving a stop keeps the limit and uses the requested level.
 */
const strategies = (seen: Evidence): string[] => {
  const broken: string[] = []
  const { world, byReference, entries: all } = seen
  const { broker, tables } = world
  const legs = new Map(
    all.flatMap(({ key, extra, at }) =>
      key.includes('-closed-') && extra?.kind === 'alert' && extra.dealIds
        ? [[extra.alertId, { dealIds: extra.dealIds, at }]]
        : [],
    ),
  )
  for (const wire of broker.wire) {
    const { kind, name, at } = wire
    const heldAt = tables.alerts.get(wire.alertId ?? '')?.heldAt ?? Infinity
    if (kind === 'close' && (openerOf(seen, name)?.opener?.acceptedAt ?? 0) > heldAt)
      broken.push(`held: ${wire.alertId} closed ${name}, which was opened after it was held`)
    const record = kind === 'place' ? byReference.get(name) : tables.alerts.get(wire.alertId ?? '')
    if (!record) continue
    const { alertId, alert } = record
    if (
      alert.strategy !== undefined &&
      // An exit that *Stop everything* held may be carried out after a newer entry was refused.
      record.heldAt === undefined &&
      !isOfTwo(world, alertId) &&
      decidedBefore(seen, record).some(isNewerThan(record))
    )
      broken.push(
        `order of alerts: ${alertId} traded though a newer alert of its strategy was decided before`,
      )
    if (kind === 'place') {
      const isExit = !mayOpen(alert.action)
      if (isExit) broken.push(`strategy: ${alertId} is a ${alert.action} and opened`)
      if (isOfTwo(world, alertId)) continue
      for (const dealId of legs.get(alertId)?.dealIds ?? [])
        if (broker.stood.some((item) => item.dealId === dealId && item.until > at))
          broken.push(`strategy: ${alertId} opened before ${dealId} was closed`)
      broken.push(...standsAgainst(seen, record, wire))
      continue
    }
    // If several claims name a deal, it is unknown which of them closed it.
    if (wire.claimedBy.length !== 1 || wire.claimedBy[0] !== alertId || isOfTwo(world, alertId)) continue
    const opener = openerOf(seen, name)?.opener
    const { change } = alert
    // An exit without a strategy may close the deals of all strategies.
    const isEvery =
      alert.strategy === undefined && !change && ['CLOSE', 'CLOSE_ALL', 'CANCEL'].includes(alert.action)
    if (opener && !isEvery && (opener.alert.strategy ?? '') !== (alert.strategy ?? ''))
      broken.push(`strategy: ${alertId} of ${alert.strategy} touched ${name} of ${opener.alert.strategy}`)
    const opened = openerOf(seen, name)?.deal.order.direction
    // An exit with a strategy closes the deals of its strategy on both sides.
    const isOneSided =
      alert.strategy === undefined && change?.kind === 'close' && policyOf(world, record) !== 'FOLLOW'
    if (isOneSided && opened && opened !== directionOf(change.from))
      broken.push(`strategy: ${alertId} left ${change.from} and closed a ${opened}`)
    // With the setting FOLLOW, a reversal may also reduce a position on its new side.
    const isTurn = change?.kind === 'reverse' && policyOf(world, record) !== 'FOLLOW'
    if (isTurn && opened && opened === directionOf(change.to))
      broken.push(`strategy: ${alertId} turns ${change.to} and closed ${name}, a ${opened}`)
    if (wire.limits && wire.limits[0] !== wire.limits[1])
      broken.push(`strategy: ${alertId} changed the limit of ${name} with its stop`)
  }
  for (const record of seen.alerts) {
    const { alertId, outcome } = record
    broken.push(...partsOf(seen, record), ...stopsOf(seen, record))
    if (isGone(world, record) || isOfTwo(world, alertId)) continue
    if (legs.has(alertId) && !outcome?.closedFirst && !isHalfReversal(outcome))
      broken.push(`strategy: ${alertId} closed before it ended, and its outcome does not report it`)
    if (outcome?.closedFirst && !legs.has(alertId))
      broken.push(`strategy: the user was not told what ${alertId} closed first`)
  }
  return broken
}

const policyOf = ({ tables }: World, { userId, alert }: AlertRecord) =>
  tables.users.get(userId)?.settings.strategies[alert.strategy ?? '']?.outOfStep ?? 'WARN'

/** If a stop is reported as moved, it was moved. */
const stopsOf = ({ world }: Evidence, record: AlertRecord): string[] => {
  const { alertId, alert, outcome } = record
  if (!(alert.action === 'STOP' || alert.action === 'TRAIL') || outcome?.outcome !== 'PLACED') return []
  const moved = new Set(
    world.broker.wire
      .filter(
        ({ kind, result, at }) => kind === 'stop' && result === 'done' && at < recordedAt(world, record),
      )
      .map(({ name }) => name),
  )
  return (outcome.dealIds ?? [])
    .filter((dealId) => !moved.has(dealId))
    .map((dealId) => `strategy: ${alertId} says that the stop of ${dealId} was moved`)
}

/** When a strategy's entry is sent, the strategy has no opposite deal that the lists have shown for a while. */
const standsAgainst = (
  seen: Evidence,
  { alertId, alert, captured }: AlertRecord,
  { at, order }: WireOrder,
): string[] => {
  const { world } = seen
  if (!alert.change || !order || world.strikes.kinds.has('listsLate')) return []
  const against = world.broker.stood.filter((item) => {
    const known = openerOf(seen, item.dealId)
    return (
      item.accountId === captured.accountId &&
      item.epic === order.epic &&
      item.until > at &&
      !item.hidden &&
      item.shownFrom < at - limitsAsBuilt.snapshotAge - limitsAsBuilt.listLag - limitsAsBuilt.claimToOrder &&
      known?.deal.order.type === 'MARKET' &&
      known.opener?.outcome?.outcome === 'PLACED' &&
      recordedAt(world, known.opener) < at - limitsAsBuilt.listLag &&
      (known.opener.alert.strategy ?? '') === (alert.strategy ?? '') &&
      known.deal.order.direction !== order.direction
    )
  })
  return against.map(({ dealId }) => `strategy: ${alertId} opened against its own ${dealId}`)
}

const epicOfMarket = ({ tables }: World, market: string) =>
  tables.instruments.find(({ marketAndSymbol }) => marketAndSymbol === market)?.igEpic ?? ''

const partsOf = (seen: Evidence, record: AlertRecord): string[] => {
  const { world } = seen
  const { alertId, alert, outcome } = record
  if (alert.action !== 'REDUCE' || isOfTwo(world, alertId)) return []
  const broken: string[] = []
  const wires = world.broker.wire.filter(
    (wire) => wire.kind === 'close' && wire.alertId === alertId && wire.claimedBy.length === 1,
  )
  // The user closed a part in IG's own app after our client had read the list, so our client could not know.
  const isCutByOthers = world.broker.cuts.some(
    ({ dealId, at, isByOthers }) =>
      isByOthers && wires.some((wire) => wire.name === dealId && at < wire.at && at > wire.at - 10_000),
  )
  if (isCutByOthers) return []
  for (const [dealId, rest] of Object.entries(outcome?.rests ?? {})) {
    const opened = Number(openerOf(seen, dealId)?.deal.order.size ?? 0)
    const first = wires.find(({ name }) => name === dealId)
    const held = first?.before.find((position) => position.dealId === dealId)?.size ?? opened
    const closed = wires
      .filter(({ name }) => name === dealId)
      .reduce((sum, wire) => sum + (wire.closed ?? 0), 0)
    if (closed > held - Number(rest) + 1e-6)
      broken.push(
        `strategy: ${alertId} closed ${closed} of ${dealId}, which was ${held} and was to keep ${rest}`,
      )
    const cuts = world.broker.cuts.filter(
      (cut) => cut.dealId === dealId && cut.at <= recordedAt(world, record),
    )
    const hasEnded = world.broker.stood.some(
      (item) => item.dealId === dealId && item.until <= recordedAt(world, record),
    )
    const left = hasEnded ? 0 : (cuts.at(-1)?.left ?? opened)
    if (outcome?.outcome === 'PLACED' && outcome.dealIds?.includes(dealId) && left > Number(rest) + 1e-6)
      broken.push(`strategy: ${alertId} says that ${rest} of ${dealId} stay; ${left} do`)
  }
  const [first] = wires
  if (!first) return broken
  const percent = Number(alert.percent ?? 0)
  // The size that the product may have seen. It includes a deal that has just ended and is still listed.
  const held = world.broker.stood
    .filter((item) => item.until > first.at - 10 * 60_000)
    .flatMap(({ dealId, epic }) => {
      const known = openerOf(seen, dealId)
      const isOwn = known && (known.opener?.alert.strategy ?? '') === (alert.strategy ?? '')
      const size = first.before.find((position) => position.dealId === dealId)?.size
      return isOwn && epic === epicOfMarket(world, alert.market)
        ? [size ?? Number(known.deal.order.size)]
        : []
    })
    .reduce((sum, size) => sum + size, 0)
  const closed = wires.reduce((sum, wire) => sum + (wire.closed ?? 0), 0)
  const isFollowing = policyOf(world, record) === 'FOLLOW'
  const { least } = termsOf(epicOfMarket(world, alert.market))
  if (!isFollowing && closed > (held * percent) / 100 + least + 0.02)
    broken.push(`strategy: ${alertId} closed ${closed} of ${held}, asked for ${percent}%`)
  return broken
}

/** Each outcome matches the broker's true state, or is corrected once the broker shows the deal. */
const outcomes = ({ world, alerts, dealsOf, entries }: Evidence): string[] => {
  const broken: string[] = []
  const corrected = new Set(entries.map(({ key }) => key).filter((key) => key.endsWith('-corrected')))
  for (const record of alerts) {
    const { alertId, outcome, alert } = record
    if (!outcome) continue
    // A review ends once IG shows what became of the order. Otherwise the review lasts while the deals are open.
    const isCleared =
      outcome.outcome === 'NEEDS_REVIEW' &&
      entries.some(
        ({ key, extra }) =>
          key === `${acceptanceName(record)}-corrected` && extra?.kind === 'correction' && extra.corrects,
      )
    const state = isCleared ? 'ended' : stateAfter(outcome)
    const isConfirmed = alerts.some(({ confirms }) => confirms === alertId)
    if (record.state !== state && !isConfirmed)
      broken.push(`outcome: ${alertId} has the state ${record.state}, not ${state}`)
    if (outcome.outcome === 'NEEDS_REVIEW') {
      const since = recordedAt(world, record) - firstSent(world, record)
      if (since < limitsAsBuilt.needsReview - clockSlack)
        broken.push(`outcome: ${alertId} needs review after ${since / 1000} s`)
      if (
        !isGone(world, record) &&
        !world.notifications.some(({ id, type }) => type === 'order.review' && id.startsWith(alertId))
      )
        broken.push(`outcome: the user was not notified that ${alertId} needs review`)
    }
    // If a message is delivered twice, both deliveries may have counted a wait.
    const failed = (world.tried.get(alertId) ?? 0) - (world.waited.get(alertId) ?? 0)
    if (
      outcome.ending.kind === 'not processed' &&
      failed < queueTimes.failures - 1 &&
      !isOfTwo(world, alertId)
    )
      broken.push(`outcome: ${alertId} is given up after ${failed} failures`)
    if (!mayOpen(alert.action)) continue
    const made = dealsOf.get(dealReferenceOf(record))?.[0]
    // With the setting FOLLOW, an alert may lead to a close, whatever its action is.
    if (outcome.outcome === 'PLACED' && !outcome.order && alert.change) continue
    if (outcome.outcome === 'PLACED' && !made) broken.push(`outcome: ${alertId} is PLACED without a deal`)
    if (outcome.outcome === 'PLACED' && made && outcome.dealIds?.[0] !== made.dealId)
      broken.push(`outcome: ${alertId} names deal ${outcome.dealIds?.[0]}, it is ${made.dealId}`)
    if (outcome.outcome === 'PLACED' || !made) continue
    if (!outcome.mayShowLater) {
      broken.push(`outcome: ${alertId} is ${outcome.outcome} with a deal`)
      continue
    }
    if (outcome.outcome === 'NOT_PLACED') {
      // The quarantine begins with the claim. The order may be sent some time after the claim.
      const least = limitsAsBuilt.quarantine - limitsAsBuilt.claimToOrder - clockSlack
      if (recordedAt(world, record) - firstSent(world, record) < least)
        broken.push(`outcome: ${alertId} is NOT_PLACED before IG had time to show it`)
      const item = world.broker.stood.find(({ dealId }) => dealId === made.dealId)
      const [checkedFrom, checkedUntil] = [recordedAt(world, record) - lookbackMs, recordedAt(world, record)]
      const isHidden = item?.hidden && item.hidden.from < checkedUntil && item.hidden.until > checkedFrom
      const isListed = item && !isHidden && item.shownFrom < checkedFrom && item.until > checkedUntil
      if (isListed || made.historyFrom < recordedAt(world, record) - lookbackMs)
        broken.push(`outcome: ${alertId} is NOT_PLACED while IG shows its deal`)
    }
    const isShown = made.historyFrom < outcome.decidedAt + limitsAsBuilt.searchesForLate - 3 * 60_000
    const canBeAsked = world.scheduler.now > outcome.decidedAt + 40 * 60_000
    if (
      isShown &&
      canBeAsked &&
      !isGone(world, record) &&
      !corrected.has(`${acceptanceName(record)}-corrected`)
    )
      broken.push(`outcome: the outcome ${outcome.outcome} of ${alertId} was not corrected`)
  }
  return broken
}

const isGone = ({ tables }: World, { userId, captured }: AlertRecord) => {
  const user = tables.users.get(userId)
  // Our client does not ask IG about an account that is no longer in the settings.
  return !user || user.deleted || user.credentials[captured.mode].accountId !== captured.accountId
}

/** When the alert's first request was sent. If none was sent because of a crash, this is the time of acceptance. */
const firstSent = (world: World, record: AlertRecord) => {
  const { alertId, acceptedAt } = record
  const until = recordedAt(world, record)
  const times = world.broker.wire
    .filter(({ alertId: by, at }) => by === alertId && at > acceptedAt - clockSlack && at < until)
    .map(({ at }) => at)
  return times.length > 0 ? Math.min(...times) : acceptedAt
}

/**
 * The log of a user contains each outcome once, with the text of the outcome, and reports every ID that was used twice.
 * No secret is stored anywhere.
 */
const entries = ({ world, alerts, entries: all }: Evidence): string[] => {
  const broken: string[] = []
  const { tables } = world
  const ends = groupBy(
    all.flatMap(({ extra, message, type }) => (extra?.kind === 'outcome' ? { extra, message, type } : [])),
    ({ extra }) => extra.alertId,
  )
  for (const record of alerts) {
    const { alertId, outcome, userId } = record
    if (!outcome || tables.users.get(userId)?.deleted) continue
    const own = ends.get(alertId) ?? []
    const mine = own.filter(
      ({ extra, message }) => extra.outcome === outcome.outcome && message === outcomeInWords(outcome),
    )
    if (mine.length === 0) broken.push(`log: ${alertId} is not in the user's log as it ended`)
    if (own.length > (isOfTwo(world, alertId) ? 2 : 1))
      broken.push(`log: ${alertId} is in the user's log ${own.length} times`)
    for (const { type } of mine)
      if ((type === 'TRADE' || type === 'ORDER') !== (outcome.outcome === 'PLACED'))
        broken.push(`log: ${alertId} ended ${outcome.outcome} and is logged as ${type}`)
  }
  const taken = groupBy(
    world.sent.flatMap(({ body, userId, answers }) =>
      answers.flatMap(({ alertId, at }) => (alertId ? [{ alertId, at, userId, says: wordsOf(body) }] : [])),
    ),
    ({ alertId }) => alertId,
  )
  for (const [alertId, answers] of taken) {
    const first = answers[0]
    const differs = answers.some(({ says, at }) => says !== first?.says && at - (first?.at ?? 0) < 3_600_000)
    if (differs && !all.some(({ extra }) => extra?.kind === 'ignored' && extra.alertId === alertId))
      broken.push(`log: the log does not show that the ID of ${alertId} was used for another alert`)
  }
  const written = [
    ...world.queue.bodies,
    ...all.map((entry) => JSON.stringify(entry)),
    ...alerts.map((record) => JSON.stringify(record)),
    ...world.notifications.map((notification) => JSON.stringify(notification)),
  ]
  if (written.some((text) => text.includes('canary-secret')))
    broken.push('log: a webhook secret was written down')
  return broken
}

/** The content of an alert, leaving out its secret, ID and ATR. Different content means a different alert. */
const wordsOf = (body: string) => {
  const { secret: _, id: __, atr: ___, price, ...rest } = JSON.parse(body) as Record<string, unknown>
  return JSON.stringify([Number(price), rest])
}

/** Alerts of the same strategy and market that had an outcome before this alert was accepted. */
const decidedBefore = ({ alerts }: Evidence, { userId, captured, alert, acceptedAt }: AlertRecord) =>
  alerts.filter(
    (other) =>
      other.userId === userId &&
      other.captured.mode === captured.mode &&
      other.alert.strategy === alert.strategy &&
      other.alert.market === alert.market &&
      !['STOP', 'TRAIL'].includes(other.alert.action) &&
      other.outcome !== null &&
      other.outcome.outcome !== 'BLOCKED' &&
      other.outcome.decidedAt < acceptedAt - limits.clockSkew,
  )

const isNewerThan =
  ({ alert: { firedAt } }: AlertRecord) =>
  ({ alert }: AlertRecord) =>
    firedAt !== null && alert.firedAt !== null && alert.firedAt > firedAt

/** Once the world is at rest, no claim and no alert is open. In a world without faults, no alert ends as failed. */
const rest = ({ world, alerts }: Evidence): string[] => {
  const broken: string[] = []
  const { tables } = world
  for (const [name, { claims }] of tables.accounts)
    if (claims.length > 0) broken.push(`rest: ${name} still holds ${claims.length} claims`)
  for (const alertId of tables.open) {
    const outcome = tables.alerts.get(alertId)?.outcome
    if (!outcome || !livesOn(outcome)) broken.push(`rest: ${alertId} is still in the open index`)
  }
  // In the scene `unknownEpics`, one alert may expire.
  const expired = alerts.filter(({ outcome }) => outcome?.outcome === 'EXPIRED')
  if (world.calm)
    for (const record of alerts) {
      const { alertId, outcome } = record
      const isPlain =
        outcome && ['PLACED', 'REFUSED', 'REJECTED', 'BLOCKED', 'ASKED', 'HELD'].includes(outcome.outcome)
      const isReplaced = lateFor(outcome) === 'held exit'
      const isOvertaken =
        lateFor(outcome) === 'newer' &&
        alerts.some((other) => isNewerThan(record)(other) && other.alert.strategy === record.alert.strategy)
      // An alert may expire while it waits behind unconfirmed orders, or behind alerts with unknown epics, which cost
      // more requests.
      const isUnknown =
        world.broker.unknown.has(epicOfMarket(world, record.alert.market)) ||
        (world.scene === 'doubts' && outcome?.outcome === 'EXPIRED') ||
        (world.scene === 'unknownEpics' && outcome?.outcome === 'EXPIRED' && expired.length === 1)
      // An entry may become too old while it waits for room in the allowance.
      const isShort =
        world.broker.allowance !== null && (mayOpen(record.alert.action) || movesStops(record.alert.action))
      const isEnded =
        world.shut.length > 0 &&
        stopsIn(outcome).some((stop) => stop === 'cancelled' || stop === 'taken over')
      const isRefusedClose =
        (world.broker.closesRefusedUntil > 0 || world.broker.fillsOnDelete !== null) && isLeftOpen(outcome)
      if (
        outcome &&
        !isPlain &&
        !meetsEnded(outcome) &&
        !isOvertaken &&
        !isReplaced &&
        !isRefusedClose &&
        !isHalfReversal(outcome) &&
        !isEnded &&
        !isUnknown &&
        !isShort
      )
        broken.push(`rest: ${alertId} ended ${outcome.outcome} though nothing went wrong`)
    }
  return broken
}

/**
 * Only an alert with the action STOP may move a stop away from the market. A timed rule only moves the stop of the deal
 * for which it is due.
 */
const stopsStayClose = (seen: Evidence): string[] => {
  const { world } = seen
  const { wire } = world.broker
  const isUnmoved =
    (world.scene === 'breakEven' || world.scene === 'rolled') &&
    !wire.some(({ kind, result }) => kind === 'stop' && result === 'done')
  return [
    ...(isUnmoved ? ['stop: none was moved though one was due'] : []),
    ...wire.flatMap((each) => stopOf(seen, each)),
  ]
}

const stopOf = (seen: Evidence, { kind, name, stop, stopBefore, alertId, at }: WireOrder): string[] => {
  const { world } = seen
  const alert = world.tables.alerts.get(alertId ?? '')?.alert
  if (kind !== 'stop' || !stop || !alert) return []
  const onlyDeal = alert.onlyDeal
  const isOther = onlyDeal !== undefined && onlyDeal !== name && world.broker.rolled.get(name) !== onlyDeal
  const isOwnStop = alert.action === 'STOP' && alert.stop?.kind === 'level'
  const way = stop.direction === 'BUY' ? 1 : -1
  const isWider = stopBefore != null && (Number(stop.stopLevel) - stopBefore) * way < -1e-9
  const opener = openerOf(seen, name)?.opener
  const isEarly = world.scene !== null && opener !== undefined && recordedAt(world, opener) > at
  return [
    ...(world.broker.guaranteed.includes(name) ? [`stop: ${alertId} moved a guaranteed stop`] : []),
    ...(isEarly ? [`stop: ${alertId} moved the stop of ${name} before its order was confirmed`] : []),
    ...(isOther ? [`stop: ${alertId} is due for ${onlyDeal} and moved the stop of ${name}`] : []),
    ...(isWider && !isOwnStop ? [`stop: ${alertId} moved the stop of ${name} away from the market`] : []),
  ]
}

/**
 * After going live, the first two orders have the minimum size and the third order is larger. An order of unknown value
 * is not sent.
 */
const sizesOfScenes = ({ world }: Evidence): string[] => {
  const orders = world.broker.wire.flatMap(({ kind, order }) => (kind === 'place' && order ? order : []))
  if (world.scene === 'contradiction' && orders.length > 0) return ['size: an order of unknown worth left']
  if (world.scene === 'multiplied' && orders.length === 0) return ['size: no order left at a market in pence']
  if (world.scene !== 'wentLive') return []
  const smallest = orders.map(({ epic, size }) => Number(size) === termsOf(epic).least)
  return smallest.join() === 'true,true,false' ? [] : [`size: smallest were ${smallest.join()}`]
}

/** Unconfirmed orders are looked up together, so three requests a minute are enough for all of them. */
const doubtsEnd = ({ world, alerts }: Evidence): string[] =>
  world.broker.readsPerMinute !== 3
    ? []
    : alerts.flatMap((record) =>
        recordedAt(world, record) - record.acceptedAt > 8 * 60_000
          ? [
              `doubt: ${record.alertId} was looked up after ${recordedAt(world, record) - record.acceptedAt} ms`,
            ]
          : [],
      )

/** At the end of a scene, each strategy has the same position at IG as at TradingView. */
const atRest = (seen: Evidence): string[] => {
  const { world } = seen
  const accounts = Object.values(world.broker.book.state.accounts)
  return [...world.expected].flatMap(([strategy, { position: expected, orTold }]) => {
    const own = accounts.flatMap(({ positions }) =>
      positions.filter(({ dealId }) => {
        let first = dealId
        for (let before = world.broker.rolled.get(first); before; before = world.broker.rolled.get(first))
          first = before
        const opener = openerOf(seen, first)?.opener
        return opener !== undefined && (opener.alert.strategy ?? '') === strategy
      }),
    )
    const found = new Set(own.map(({ direction }) => (direction === 'BUY' ? 'long' : 'short')))
    const isSo = expected === 'flat' ? found.size === 0 : found.size === 1 && found.has(expected)
    const isTold =
      orTold &&
      found.size === 0 &&
      seen.alerts.some(
        ({ alert, outcome }) =>
          (alert.strategy ?? '') === strategy && (isHalfReversal(outcome) || isToCheck(outcome)),
      )
    return isSo || isTold
      ? []
      : [
          `scene ${world.scene}: ${strategy} is ${expected}, IG holds ${[...found].join(' and ') || 'nothing'}`,
        ]
  })
}

type State = {
  mode: string
  paused: boolean
  /** Whether *Stop everything* was active. */
  stopped: boolean
  deleted: boolean
  /** Modes in which a limit has been reached. */
  tripped: ReadonlySet<string>
  versions: Record<string, number>
}

/** Whether `holds` was true for the user's settings at `at`, or at some time in the `fence` milliseconds before. */
const wasInForce = (
  changes: readonly Change[],
  at: number,
  fence: number,
  holds: (state: State) => boolean,
) => {
  const state: State = {
    mode: '',
    paused: false,
    stopped: false,
    deleted: false,
    tripped: new Set(),
    versions: {},
  }
  let heldWithin = false
  for (const change of changes) {
    if (change.at > at) continue
    // Until this change, the previous state applied.
    if (change.at >= at - fence && holds(state)) heldWithin = true
    const [what = '', mode = ''] = change.what.split(' ')
    if (what === 'mode') state.mode = mode
    if (what === 'account') state.versions[mode] = (state.versions[mode] ?? 1) + 1
    if (what === 'tripped') state.tripped = new Set([...state.tripped, mode])
    if (what === 'lifted') state.tripped = new Set()
    if (what === 'paused') state.paused = true
    if (what === 'stopped') state.stopped = true
    if (what === 'resumed') state.paused = state.stopped = false
    if (what === 'deleted') state.deleted = true
  }
  return heldWithin || holds(state)
}
