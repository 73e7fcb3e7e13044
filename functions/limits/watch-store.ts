import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { type Bookings, noBookings, type Watch } from '../../shared/trading/model/watch.ts'
import { pack, unpack } from '../aws/packed.ts'
import { batchGet, dynamo, saveVersion, tableName } from '../aws/table.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'

/** The key of the stored state of an account's limits, which never expires. */
export const watchKey = ({ userId, mode }: AccountKey) => ({ pk: `watch#${userId}#${mode}` })
/** The key of the results that IG has booked for the account. The journal writes them. */
const bookingsKey = ({ userId, mode }: AccountKey) => ({ pk: `booked#${userId}#${mode}` })

export const watchFrom = (item: Readonly<Record<string, unknown>> | undefined): Watch | null =>
  item ? (unpack(item.packed as Uint8Array) as Watch) : null

export const getWatch = async (
  account: AccountKey,
): Promise<{ readonly watch: Watch | null; readonly bookings: Bookings }> => {
  const keys = [watchKey(account), bookingsKey(account)]
  const items = (await batchGet({ brokerCache: keys })).get('brokerCache') ?? []
  const itemOf = ({ pk }: { readonly pk: string }) => items.find((item) => item.pk === pk)
  const [watch, booked] = keys.map(itemOf)
  return {
    watch: watchFrom(watch),
    bookings: booked ? (unpack(booked.packed as Uint8Array) as Bookings) : noBookings,
  }
}

/**
 * Replaces the state of an account's limits if its version has not changed.
 * @returns false if the version differs
 */
export const saveWatch = (account: AccountKey, next: Watch): Promise<boolean> =>
  saveVersion('brokerCache', watchKey(account), { schema: 1, version: next.version, packed: pack(next) })

/** Replaces the bookings with those that the journal found. */
export const saveBookings = async (account: AccountKey, bookings: Bookings): Promise<void> => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('brokerCache'),
      Item: { ...bookingsKey(account), schema: 1, packed: pack(bookings) },
    }),
  )
}
