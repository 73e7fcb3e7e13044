import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionally, tableName } from '../aws/table.ts'

/** A change of one row of settings, in DynamoDB's expressions, with the names and values that they use. */
export type RowChange = {
  readonly update: string
  /** What must hold in addition to the row being there. */
  readonly onlyIf?: string
  readonly names?: Readonly<Record<string, string>>
  readonly values?: Readonly<Record<string, unknown>>
}

/** @returns the row after the change, or before it; null if the row is gone or `onlyIf` does not hold */
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

/** The change, with the user's version counted up: it changes a setting. */
export const counted = ({ update, values, ...change }: RowChange): RowChange => ({
  ...change,
  update: `${update} ADD version :one`,
  values: { ...values, ':one': 1 },
})

/** Changes a user's settings, even while others are saved. @returns false if the user is gone or `onlyIf` does not hold */
export const changeSettings = async (userId: string, change: RowChange): Promise<boolean> =>
  (await changeRow(userId, counted(change))) !== null
