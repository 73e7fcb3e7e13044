import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { DealNote } from '../../shared/journal/deal-note.ts'
import { indexName } from '../../shared/platform/tables.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { pack, unpack } from '../aws/packed.ts'
import { dynamo, isWritten, tableName } from '../aws/table.ts'
import { dueName, type JournalKey, sortKey, namesOf, query } from './journal-store.ts'

/** Milliseconds after a deal until IG's history contains it. */
const noteDelay = 60_000

const noteKey = (note: DealNote) =>
  sortKey('note', note, `${note.alertId}#${note.opened ? 'opened' : 'closed'}`)

/**
 * Whether the note is for a working order that is not filled. The history is read when the order is filled and noted
 * again.
 */
const isWaiting = ({ opened, dealIds, at, decidedAt }: DealNote) =>
  opened !== undefined && opened.level !== null && dealIds.length > 0 && at === decidedAt

/**
 * The row that stores a deal note, so that the account's history is read soon. A new note of an alert replaces its
 * earlier note.
 */
export const dealNoteRow = (userId: string, note: DealNote) => ({
  pk: userId,
  sk: noteKey(note),
  schema: 1,
  packed: pack(note),
  dueAt: note.at + noteDelay,
  ...(isWaiting(note) ? {} : { due: dueName }),
})

export const readDealNotes = async (key: JournalKey) =>
  (await query(key.userId, sortKey('note', key, '') + '#', true)).map(
    ({ packed }) => unpack(packed as Uint8Array) as DealNote,
  )

/** Deletes notes that are now in the stored journal. A note that was written again meanwhile is not deleted. */
export const dropDealNotes = async ({ userId }: JournalKey, notes: readonly DealNote[]) => {
  for (const note of notes)
    await isWritten(
      new DeleteCommand({
        TableName: tableName('journal'),
        Key: { pk: userId, sk: noteKey(note) },
        ConditionExpression: 'dueAt = :dueAt',
        ExpressionAttributeValues: { ':dueAt': note.at + noteDelay },
      }),
    )
}

/** Lists the accounts whose history must be read now. Accounts that have waited longest come first. */
export const listDueJournals = async (now: Instant, most: number): Promise<readonly JournalKey[]> => {
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: tableName('journal'),
      IndexName: indexName('journal', 'dueIndex'),
      KeyConditionExpression: 'due = :due AND dueAt <= :now',
      ExpressionAttributeValues: { ':due': dueName, ':now': now },
      Limit: most * 10,
    }),
  )
  const due = new Map<string, JournalKey>()
  for (const { pk, sk } of Items) {
    const key = { userId: String(pk), ...namesOf(String(sk)) }
    due.set(`${key.userId} ${key.mode} ${key.accountId}`, key)
  }
  return [...due.values()].slice(0, most)
}
