import { acceptanceName, dealReferenceOf } from '../trading/identity.ts'
import { limits } from '../trading/limits.ts'
import type { Change, World } from './world.ts'

/** Slack for what happens between reading settings and the wire, beside the fence itself. */
const fence = limits.claimToOrder + 1_000

/**
 * Holds a played world against the promises, from three sources only: what the webhook answered, what was recorded,
 * and what the broker really did. Returns what is broken, in words.
 */
export const check = (world: World): string[] => {
  const broken: string[] = []
  const { tables, broker, sent } = world
  const deals = new Map<string, typeof broker.deals>()
  for (const deal of broker.deals)
    deals.set(deal.dealReference, [...(deals.get(deal.dealReference) ?? []), deal])
  const promised = new Set(sent.flatMap(({ answers }) => answers.flatMap(({ alertId }) => alertId ?? [])))

  // I1: at most one deal per alert. I9: at most one order on the wire per alert, one close per deal and alert.
  for (const [reference, made] of deals)
    if (made.length > 1) broken.push(`I1 ${reference} became ${made.length} deals`)
  const onWire = new Map<string, number>()
  for (const { kind, name } of broker.wire)
    if (kind === 'place') onWire.set(name, (onWire.get(name) ?? 0) + 1)
  for (const [name, count] of onWire) if (count > 1) broken.push(`I9 ${name} was sent ${count} times`)

  // I2: every accepted alert has one outcome, and it never changed. I7: an answered promise has its record.
  for (const alertId of promised)
    if (!tables.alerts.has(alertId)) broken.push(`I7 ${alertId} was promised and is not there`)
  const firstRecorded = new Map<string, string>()
  for (const { alertId, outcome, held } of tables.recorded)
    if (held) {
      if (firstRecorded.has(alertId)) broken.push(`I2 ${alertId} got a second outcome`)
      firstRecorded.set(alertId, outcome.outcome)
    }
  for (const record of tables.alerts.values()) {
    if (!record.outcome) broken.push(`I2 ${record.alertId} has no outcome`)
    else if (firstRecorded.get(record.alertId) !== record.outcome.outcome)
      broken.push(`I2 ${record.alertId} changed its outcome`)
    const user = tables.users.get(record.userId)
    if (record.outcome && !user?.deleted && !tables.logs.has(acceptanceName(record)))
      broken.push(`I2 ${record.alertId} is not in the user's log`)
  }

  // I3: at broker truth, never more open than the limit when a deal of ours is made.
  for (const { account, order, openBefore, dealReference } of broker.deals) {
    const settings = tables.users.get(account.userId)?.settings
    if (!settings) continue
    if (order.type === 'MARKET' && openBefore.positions >= settings.maximumOpenPositions)
      broken.push(`I3 ${dealReference} opened beyond ${settings.maximumOpenPositions} positions`)
    if (openBefore.positions + openBefore.orders >= settings.maximumOpenPositionsAndPendingOrders)
      broken.push(
        `I3 ${dealReference} beyond ${settings.maximumOpenPositionsAndPendingOrders} positions and orders`,
      )
  }

  const byReference = new Map([...tables.alerts.values()].map((alert) => [dealReferenceOf(alert), alert]))
  // I4, I5, I8: each order left in time, on the captured account and mode, which were in force just before.
  for (const { at, kind, account, name } of broker.wire) {
    const user = tables.users.get(account.userId)
    if (!user || kind !== 'place') continue
    const record = byReference.get(name)
    if (!record) {
      broken.push(`I9 ${name} belongs to no alert`)
      continue
    }
    const { captured } = record
    const firedAt = Math.min(record.acceptedAt, record.alert.firedAt ?? Infinity)
    if (at - firedAt > user.settings.maximumAlertAgeInSeconds * 1000 + fence)
      broken.push(`I4 ${name} left ${(at - firedAt) / 1000} s after it fired`)
    if (
      account.userId !== record.userId ||
      account.accountId !== captured.accountId ||
      account.mode !== captured.mode
    )
      broken.push(`I5 ${name} went to ${account.accountId}, not to ${captured.accountId}`)
    if (!wasInForce(world.changes, account.userId, at, (state) => state.mode === captured.mode))
      broken.push(`I5 ${name} left in ${captured.mode}, which was not in force`)
    if (!wasInForce(world.changes, account.userId, at, (state) => !state.deleted && !state.paused))
      broken.push(`I8 ${name} left though its user was paused or gone`)
  }

  // I6: what is recorded agrees with what the broker did.
  for (const { alertId, acceptedAt, outcome, alert } of tables.alerts.values()) {
    if (!outcome || outcome.outcome === 'NEEDS_REVIEW') continue
    if (alert.action === 'CLOSE') {
      if (outcome.outcome === 'PLACED')
        for (const dealId of outcome.dealIds ?? [])
          if (!broker.closed.has(dealId) && stillOpen(world, dealId))
            broken.push(`I6 ${alertId} says ${dealId} is closed; it is open`)
      continue
    }
    const made = deals.get(dealReferenceOf({ alertId, acceptedAt }))?.[0]
    if (outcome.outcome === 'PLACED' && !made) broken.push(`I6 ${alertId} is PLACED without a deal`)
    if (outcome.outcome === 'PLACED' && made && outcome.dealIds?.[0] !== made.dealId)
      broken.push(`I6 ${alertId} names deal ${outcome.dealIds?.[0]}, it is ${made.dealId}`)
    if (outcome.outcome !== 'PLACED' && made) broken.push(`I6 ${alertId} is ${outcome.outcome} with a deal`)
  }

  // I10: nothing is left claimed or open once the world is at rest.
  for (const [name, { claims }] of tables.accounts)
    if (claims.length > 0) broken.push(`I10 ${name} still holds ${claims.length} claims`)
  for (const alertId of tables.open)
    if (!tables.alerts.get(alertId)?.following) broken.push(`I10 ${alertId} is still in the open index`)

  // I11: no webhook secret in any queue message, log entry or mail.
  const written = [
    ...world.queue.bodies,
    ...[...tables.logs.values()].map((entry) => JSON.stringify(entry)),
    ...[...tables.alerts.values()].map((record) => JSON.stringify(record)),
    ...world.notices.map((notice) => JSON.stringify(notice)),
  ]
  if (written.some((text) => text.includes('canary-secret')))
    broken.push('I11 a webhook secret was written down')

  // I12: in a calm world every alert comes to a plain end, at once. A CLOSE may meet an order that is not shown yet.
  if (world.calm)
    for (const { alertId, alert, outcome } of tables.alerts.values()) {
      const isPlain = outcome && ['PLACED', 'REFUSED', 'REJECTED', 'BLOCKED'].includes(outcome.outcome)
      const toldOfOrder = alert.action === 'CLOSE' && outcome?.sentence.includes('on the way')
      if (outcome && !isPlain && !toldOfOrder)
        broken.push(`I12 ${alertId} ended ${outcome.outcome} though nothing went wrong`)
    }
  return broken
}

type State = { mode: string; paused: boolean; deleted: boolean }

/** Whether `holds` was true of the user's settings at some moment within the fence before `at`. */
const wasInForce = (
  changes: readonly Change[],
  userId: string,
  at: number,
  holds: (state: State) => boolean,
) => {
  const state: State = { mode: '', paused: false, deleted: false }
  let heldWithin = false
  for (const change of changes) {
    if (change.userId !== userId || change.at > at) continue
    // The state before this change was in force until it.
    if (change.at >= at - fence && holds(state)) heldWithin = true
    if (change.what.startsWith('mode ')) state.mode = change.what.slice(5)
    if (change.what === 'paused') state.paused = true
    if (change.what === 'resumed') state.paused = false
    if (change.what === 'deleted') state.deleted = true
  }
  return heldWithin || holds(state)
}

const stillOpen = ({ broker, tables }: World, dealId: string) =>
  [...tables.users.values()]
    .flatMap(({ credentials }) => [credentials.DEMO.accountId, credentials.LIVE.accountId])
    .some((accountId) => {
      const book = broker.book({ accountId })
      return [...book.positions, ...book.orders].some((item) => item.dealId === dealId)
    })
