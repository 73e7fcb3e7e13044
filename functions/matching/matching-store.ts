import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { MatchedRow, Matching } from '../../shared/instruments/matching.ts'
import { dynamo, isWritten, tableName } from '../aws/table.ts'

/** What must be matched: symbols, or the markets of one of the user's watchlists at the broker. */
export type MatchSource = { readonly symbols: readonly string[] } | { readonly watchlistId: string }

export type MatchingJob = {
  readonly userId: string
  /** A new batch replaces the one before under another id, which ends it. */
  readonly id: string
  /** Epoch milliseconds, as all of the following. */
  readonly startedAt: number
  readonly source: MatchSource
  readonly state: Matching['state']
  readonly total: number
  readonly note: string | null
  readonly waitsUntil: number | null
  readonly rows: readonly MatchedRow[]
}

const kept = 7 * 86_400_000

/** A run that has written nothing for this long has died. Milliseconds. */
const longestSilence = 4 * 60_000

const keyOf = (userId: string) => ({ pk: `${userId}#instruments#matching`, sk: 'batch' })

type MatchingRow = Omit<MatchingJob, 'userId' | 'source' | 'rows'> & {
  readonly savedAt: number
  readonly work: Uint8Array
}

const itemOf = ({ userId, source, rows, ...job }: MatchingJob, now: number) => ({
  ...keyOf(userId),
  ...job,
  savedAt: now,
  work: gzipSync(JSON.stringify({ source, rows })),
  expiresAt: Math.floor((now + kept) / 1_000),
})

/**
 * @param before the batch that it replaces; null if there is none
 * @returns false if another one has begun since that was read
 */
export const startMatchingJob = (job: MatchingJob, before: MatchingJob | null): Promise<boolean> =>
  isWritten(
    new PutCommand({
      TableName: tableName('instruments'),
      Item: { ...itemOf(job, job.startedAt), schema: 1 },
      ...(before === null
        ? { ConditionExpression: 'attribute_not_exists(id)' }
        : { ConditionExpression: 'id = :before', ExpressionAttributeValues: { ':before': before.id } }),
    }),
  )

/** @returns false if the batch was stopped, or another one began */
export const saveMatchingJob = (job: MatchingJob, now: number): Promise<boolean> =>
  isWritten(
    new PutCommand({
      TableName: tableName('instruments'),
      Item: { ...itemOf(job, now), schema: 1 },
      ConditionExpression: 'id = :id AND #state = :running',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':id': job.id, ':running': 'RUNNING' },
    }),
  )

/** The user's last batch; one that died is shown as stopped. null if there is none. */
export const readMatchingJob = async (userId: string, now: number): Promise<MatchingJob | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('instruments'), Key: keyOf(userId), ConsistentRead: true }),
  )
  if (!Item) return null
  const { id, startedAt, state, total, note, waitsUntil, savedAt, work } = Item as MatchingRow
  const { source, rows } = JSON.parse(gunzipSync(work).toString()) as Pick<MatchingJob, 'source' | 'rows'>
  const job = { userId, id, startedAt, source, state, total, note, waitsUntil, rows }
  return state === 'RUNNING' && now - Math.max(savedAt, waitsUntil ?? 0) > longestSilence
    ? {
        ...job,
        state: 'STOPPED',
        note: 'Matching was interrupted. The results so far are kept. Start again to match the rest',
      }
    : job
}

export const dropMatchingJob = async (userId: string) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('instruments'), Key: keyOf(userId) }))
}
