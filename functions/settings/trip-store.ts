import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type Trip, tripKey } from '../../shared/limits/loss-limits.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { isWritten, tableName } from '../aws/table.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'
import { makeMap, settingsKey } from './settings-store.ts'

/** Limits that were reached, on the settings row: each decision reads it anyway, and so does the fence before an order leaves. */

/**
 * Stops entries because a limit was reached. The first to see it wins, but one that closes everything replaces one that does not.
 * @returns false if the same is stopped already, or the user is gone
 */
export const saveTrip = async ({ userId, mode }: AccountKey, trip: Trip, now: Instant): Promise<boolean> => {
  await makeMap(userId, 'trips')
  // What stands already, on the same account, stays as it is.
  return isWritten(
    new UpdateCommand({
      TableName: tableName('settings'),
      Key: settingsKey(userId),
      UpdateExpression: 'SET trips.#key = :trip, version = version + :one',
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(trips.#key) OR trips.#key.accountId <> :account OR (attribute_type(trips.#key.#until, :text) AND trips.#key.#until <= :now) OR trips.#key.closes = :replaced)',
      ExpressionAttributeNames: { '#key': tripKey(mode, trip.strategy), '#until': 'until' },
      ExpressionAttributeValues: {
        ':trip': trip,
        ':one': 1,
        ':account': trip.accountId,
        ':text': 'S',
        ':now': new Date(now).toISOString(),
        // A trip that does not close replaces no other trip.
        ':replaced': trip.closes ? false : 'none',
      },
    }),
  )
}

/** Notes what of a trip is still to be closed, unless the trip was lifted or replaced. */
export const saveClosing = async (
  { userId, mode }: AccountKey,
  { at, strategy }: Trip,
  closing: readonly string[],
) => {
  await isWritten(
    new UpdateCommand({
      TableName: tableName('settings'),
      Key: settingsKey(userId),
      UpdateExpression: 'SET trips.#key.closing = :closing, version = version + :one',
      ConditionExpression: 'attribute_exists(pk) AND trips.#key.#at = :at',
      ExpressionAttributeNames: { '#key': tripKey(mode, strategy), '#at': 'at' },
      ExpressionAttributeValues: { ':closing': closing, ':at': at, ':one': 1 },
    }),
  )
}

/** Lets entries through again. @returns false if nothing stopped them */
export const removeTrip = ({ userId, mode }: AccountKey, strategy: string | null): Promise<boolean> =>
  isWritten(
    new UpdateCommand({
      TableName: tableName('settings'),
      Key: settingsKey(userId),
      UpdateExpression: 'REMOVE trips.#key SET version = version + :one',
      ConditionExpression: 'attribute_exists(trips.#key)',
      ExpressionAttributeNames: { '#key': tripKey(mode, strategy) },
      ExpressionAttributeValues: { ':one': 1 },
    }),
  )
