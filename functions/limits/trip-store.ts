import { type Trip, tripKey } from '../../shared/limits/loss-limits.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'
import { makeMap } from '../settings/change-settings.ts'
import { changeSettings } from '../settings/settings-row.ts'

/**
 * This file stores trips of limits on the settings row. Each decision reads that row, and so does the last check before
 * an order is sent.
 */

/**
 * Stops entries because a limit was reached. An active trip stays, unless only the new trip closes positions.
 * @returns false if entries are already stopped by such a trip, or the user no longer exists
 */
export const saveTrip = async ({ userId, mode }: AccountKey, trip: Trip, now: Instant): Promise<boolean> => {
  await makeMap(userId, 'trips')
  // The condition keeps an active trip of the same account unchanged.
  return changeSettings(userId, {
    update: 'SET trips.#key = :trip',
    onlyIf:
      'attribute_not_exists(trips.#key) OR trips.#key.accountId <> :account OR (attribute_type(trips.#key.#until, :text) AND trips.#key.#until <= :now) OR trips.#key.closes = :replaced',
    names: { '#key': tripKey(mode, trip.strategy), '#until': 'until' },
    values: {
      ':trip': trip,
      ':account': trip.accountId,
      ':text': 'S',
      ':now': new Date(now).toISOString(),
      // A trip that does not close positions replaces no other trip.
      ':replaced': trip.closes ? false : 'none',
    },
  })
}

/** Stores which deals of a trip are still to be closed, unless the trip was lifted or replaced. */
export const saveClosing = async (
  { userId, mode }: AccountKey,
  { at, strategy }: Trip,
  closing: readonly string[],
) => {
  await changeSettings(userId, {
    update: 'SET trips.#key.closing = :closing',
    onlyIf: 'trips.#key.#at = :at',
    names: { '#key': tripKey(mode, strategy), '#at': 'at' },
    values: { ':closing': closing, ':at': at },
  })
}

/**
 * Removes a trip, so that entries are allowed again.
 * @returns false if there was no trip
 */
export const removeTrip = ({ userId, mode }: AccountKey, strategy: string | null): Promise<boolean> =>
  changeSettings(userId, {
    update: 'REMOVE trips.#key',
    onlyIf: 'attribute_exists(trips.#key)',
    names: { '#key': tripKey(mode, strategy) },
  })
