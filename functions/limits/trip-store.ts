import { type Trip, tripKey } from '../../shared/limits/loss-limits.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'
import { makeMap } from '../settings/change-settings.ts'
import { changeSettings } from '../settings/settings-row.ts'

/**
 * Reached limits are stored on the settings row, because each decision reads it, and so does the fence before an order is
 * sent.
 */

/**
 * Stops entries because a limit was reached. The first writer wins, except that a trip that closes everything replaces one
 * that does not.
 * @returns false if the same is already stopped, or the user is gone
 */
export const saveTrip = async ({ userId, mode }: AccountKey, trip: Trip, now: Instant): Promise<boolean> => {
  await makeMap(userId, 'trips')
  // An active trip on the same account stays unchanged.
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
      // A trip that does not close replaces no other trip.
      ':replaced': trip.closes ? false : 'none',
    },
  })
}

/** Stores the deals of a trip that are still to close, unless the trip was lifted or replaced. */
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
 * Allows entries again.
 * @returns false if nothing stopped them
 */
export const removeTrip = ({ userId, mode }: AccountKey, strategy: string | null): Promise<boolean> =>
  changeSettings(userId, {
    update: 'REMOVE trips.#key',
    onlyIf: 'attribute_exists(trips.#key)',
    names: { '#key': tripKey(mode, strategy) },
  })
