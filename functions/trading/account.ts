import type { AccountState } from '../../shared/trading/snapshot.ts'
import { limits } from './limits.ts'
import type { AccountRecord, Claim, PlacedDeal } from './ports.ts'

/** Pure changes of an account's record. Each gives the next version; the store writes it only over this one. */

export const emptyAccount: AccountRecord = {
  version: 0,
  claims: [],
  decided: [],
  placed: [],
  lastOrderAt: {},
}

const next = (record: AccountRecord, now: number, change: Partial<AccountRecord>): AccountRecord => {
  const changed = { ...record, ...change }
  return {
    version: record.version + 1,
    claims: changed.claims,
    decided: changed.decided.filter(({ at }) => now - at < limits.markVoid),
    placed: changed.placed.filter(({ knownAt }) => now - knownAt < limits.placedMemory),
    lastOrderAt: Object.fromEntries(
      Object.entries(changed.lastOrderAt).filter(([, at]) => now - at < limits.longestCooldown),
    ),
  }
}

export const withClaim = (record: AccountRecord, claim: Claim): AccountRecord =>
  next(record, claim.claimedAt, { claims: [...record.claims, claim] })

export const withDecided = (record: AccountRecord, alertId: string, now: number): AccountRecord =>
  next(record, now, {
    decided: [...record.decided.filter((mark) => mark.alertId !== alertId), { alertId, at: now }],
  })

/** The claim taken off; an opened deal is remembered, and its instrument's cooldown starts. Null: nothing to change. */
export const withReleased = (
  record: AccountRecord,
  alertId: string,
  placed: PlacedDeal | null,
  now: number,
): AccountRecord | null => {
  const claim = record.claims.find((candidate) => candidate.alertId === alertId)
  if (!claim) return null
  return next(record, now, {
    claims: record.claims.filter((candidate) => candidate !== claim),
    ...(placed
      ? {
          placed: [...record.placed, placed],
          lastOrderAt: { ...record.lastOrderAt, [claim.instrument]: placed.at },
        }
      : {}),
  })
}

/**
 * The broker's lists and what we have sent that they may not show yet: claims of other alerts, and deals known later
 * than the lists were read (less the lists' lag). A deal that the lists show is not counted twice.
 */
export const stateOf = (record: AccountRecord, lists: AccountState, alertId: string): AccountState => {
  const shown = new Set([
    ...lists.positions.flatMap((position) => [position.dealReference, position.dealId]),
    ...lists.workingOrders.map((order) => order.dealId),
  ])
  const claimed = record.claims
    .filter(
      (claim) => claim.intent.kind === 'open' && claim.alertId !== alertId && !shown.has(claim.dealReference),
    )
    .map((claim) => ({ alertId: claim.alertId, epic: claim.epic }))
  const placed = record.placed
    .filter((deal) => deal.knownAt > lists.readAt - limits.listLag)
    .filter((deal) => !shown.has(deal.dealReference) && !(deal.dealId && shown.has(deal.dealId)))
    .map((deal) => ({ alertId: deal.alertId, epic: deal.epic }))
  return { ...lists, ordersOnTheirWay: [...claimed, ...placed] }
}

/** When this account's orders of the last while left: what the safety brake looks at. */
export const orderTimes = (record: AccountRecord): number[] => [
  ...record.placed.map(({ at }) => at),
  ...record.claims.filter(({ intent }) => intent.kind === 'open').map(({ claimedAt }) => claimedAt),
]
