import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import type { Snapshot, TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { newerAlert, openedSinceHeld } from '../ledger/alert-order.ts'
import { closedLegOf, isYetToLeave, smallestFirst } from '../ledger/ledger.ts'
import { lastOrderAt } from '../ledger/order-times.ts'
import { withDealsNow } from '../ledger/rolled-deals.ts'
import { followedOf, isOvertakenSince, sameTimeOf } from '../ledger/strategy-state.ts'
import { waitingSince } from '../ledger/waiting.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Ledger } from '../ports/ledger.ts'

export type AlertToDecide = Omit<AlertRecord, 'outcome' | 'waits'>

export type KnownToDecide = {
  readonly ledger: Ledger
  readonly settings: TradingSettings
  /** When the executor took the alert; undefined if the alert is only tried out. */
  readonly takenAt?: Instant
}

/** The data that is known about an alert before anything is read from the broker. */
export const firstSnapshot = (
  alert: AlertToDecide,
  { ledger, settings, takenAt }: KnownToDecide,
  instrument: InstrumentFields | null,
  now: Instant,
): Snapshot => ({
  now,
  acceptedAt: alert.acceptedAt,
  captured: alert.captured,
  alert: withDealsNow(alert.alert, ledger),
  isConfirmed: alert.confirms !== undefined,
  ...(alert.proposedBy === undefined ? {} : { proposedBy: alert.proposedBy }),
  settings,
  smallestFirst: smallestFirst(ledger, settings),
  instrument,
  lastOrderAt: lastOrderAt(ledger, alert.alert.market, alert.alertId),
  followed: followedOf(ledger, alert.alert),
  sameTime: sameTimeOf(ledger, alert),
  newer: newerAlert(ledger, alert),
  heldAt: alert.heldAt,
  openedSinceHeld: openedSinceHeld(ledger, alert),
  closedLeg: closedLegOf(ledger, alert.alertId),
  isOvertaken: isOvertakenSince(ledger, alert),
  waitsSince: waitingSince(ledger, alert.alertId),
  ...(isYetToLeave(ledger, alert) ? { takenAt } : {}),
})
