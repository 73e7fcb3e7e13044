import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionally, tableName } from '../aws/table.ts'

/** A change of one settings row as a DynamoDB expression with its names and values. */
export type RowChange = {
  readonly update: string
  /** A condition in addition to the row's existence. */
  readonly onlyIf?: string
  readonly names?: Readonly<Record<string, string>>
  readonly values?: Readonly<Record<string, unknown>>
}

/**
 * Changes one row, if it exists.
 * @returns the row after the change, or before it with `ALL_OLD`; null if the row is gone or `onlyIf` is not met
 */
export const changeRow = async (
  pk: string,
  { update, onlyIf, names, values }: RowChange,
  returns: 'ALL_NEW' | 'ALL_OLD' = 'ALL_NEW',
): Promise<Record<string, unknown> | null> => {
  const written = await conditionally(
    new UpdateCommand({
      TableName: tableName('settings'),
      Key: { pk },
      UpdateExpression: update,
      ConditionExpression: onlyIf ? `attribute_exists(pk) AND (${onlyIf})` : 'attribute_exists(pk)',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
      ReturnValues: returns,
    }),
  )
  return written?.Attributes ?? null
}

/** Adds an increment of the settings' version to a change. */
export const counted = ({ update, values, ...change }: RowChange): RowChange => ({
  ...change,
  update: `${update} ADD version :one`,
  values: { ...values, ':one': 1 },
})

/**
 * Changes a user's settings, even while a save is in progress.
 * @returns false if the user is gone or `onlyIf` is not met
 */
export const changeSettings = async (userId: string, change: RowChange): Promise<boolean> =>
  (await changeRow(userId, counted(change))) !== null
