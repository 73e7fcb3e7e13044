import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { isWrittenOnce, tableName } from '../aws/table.ts'
import { changeRow } from './settings-row.ts'
import { type StoredSettings, settingsKey, settingsFrom } from './settings-store.ts'

/** A save that has not finished after this long (milliseconds) never will: it has stopped writing before. */
export const savingTime = 12_000

/**
 * Begins the one save at a time that a user's settings allow.
 * @returns the settings as they are, until when (epoch milliseconds) no other save begins, and whether a save before
 *   never finished; null if one is under way, or no user
 */
export const beginSaving = async (
  userId: string,
  saver: string,
  now: number,
): Promise<{
  readonly settings: StoredSettings
  readonly until: number
  readonly wasUnfinished: boolean
} | null> => {
  const until = now + savingTime
  const row = await changeRow(
    userId,
    {
      update: 'SET saver = :saver, savingUntil = :until',
      // If an answer is lost, the SDK sends again, and meets its own saver.
      onlyIf: 'attribute_not_exists(saver) OR savingUntil < :now OR saver = :saver',
      values: { ':saver': saver, ':until': until, ':now': now },
    },
    'ALL_OLD',
  )
  return row && { settings: settingsFrom(row), until, wasUnfinished: 'saver' in row }
}

/** Lets go of a save that has written nothing. @param keepMark if an earlier one is still to be put right */
export const abandonSaving = (userId: string, saver: string, keepMark: boolean) =>
  changeRow(userId, {
    update: keepMark ? 'SET savingUntil = :past' : 'REMOVE saver, savingUntil',
    onlyIf: 'saver = :saver',
    values: { ':saver': saver, ...(keepMark ? { ':past': 0 } : {}) },
  })

/** Writes what the save decides; a pause that came meanwhile stays. @returns false when the user is gone */
export const finishSaving = async (
  { userId, mode, rules, credentials, liveSince }: StoredSettings,
  saver: string,
): Promise<boolean> => {
  return isWrittenOnce(
    'settings',
    settingsKey(userId),
    (by) =>
      new UpdateCommand({
        TableName: tableName('settings'),
        Key: settingsKey(userId),
        UpdateExpression:
          'SET #mode = :mode, #rules = :rules, credentials = :credentials, liveSince = :since, version = version + :one, #by = :by REMOVE saver, savingUntil',
        ConditionExpression: 'saver = :saver',
        ExpressionAttributeNames: { '#mode': 'mode', '#rules': 'rules', '#by': 'by' },
        ExpressionAttributeValues: {
          ':mode': mode,
          ':rules': rules,
          ':credentials': credentials,
          ':since': liveSince ?? null,
          ':one': 1,
          ':saver': saver,
          ':by': by,
        },
      }),
  )
}
