import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { isWrittenOnce, tableName } from '../aws/table.ts'
import { changeRow } from './settings-row.ts'
import { type StoredSettings, settingsKey, settingsFrom } from './settings-store.ts'

/** Milliseconds after which an unfinished save has certainly stopped writing. */
export const savingTime = 12_000

/**
 * Starts a save. Each user can have only one save in progress.
 * @returns the current settings, until when (epoch milliseconds) no other save can start, and whether an earlier save
 * never finished; null if a save is in progress, or if the user does not exist
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
      // If a response is lost, the SDK retries and finds the mark that its first attempt wrote.
      onlyIf: 'attribute_not_exists(saver) OR savingUntil < :now OR saver = :saver',
      values: { ':saver': saver, ':until': until, ':now': now },
    },
    'ALL_OLD',
  )
  return row && { settings: settingsFrom(row), until, wasUnfinished: 'saver' in row }
}

/**
 * Gives up a save that has written nothing.
 * @param keepMark true if the save found an earlier unfinished save, which must still be repaired
 */
export const abandonSaving = (userId: string, saver: string, keepMark: boolean) =>
  changeRow(userId, {
    update: keepMark ? 'SET savingUntil = :past' : 'REMOVE saver, savingUntil',
    onlyIf: 'saver = :saver',
    values: { ':saver': saver, ...(keepMark ? { ':past': 0 } : {}) },
  })

/**
 * Writes the result of a save. If trading was paused or resumed during the save, that change is kept.
 * @returns false if the user is gone
 */
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
