import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { MatchedRow, Matching } from '../../../shared/instruments/matching.schema.ts'
import { ifStill, dynamo, isWritten, tableName } from '../../aws/table.ts'

/** The symbols to match, or a watchlist of the user at the broker. */
type MatchSource = { readonly symbols: readonly string[] } | { readonly watchlistId: string }

export type MatchingJob = {
  readonly userId: string
  /** Each batch has its own ID. A new batch ends the previous one. */
  readonly id: string
  /** In epoch milliseconds, like all other times of a batch. */
  readonly startedAt: number
  readonly source: MatchSource
  readonly state: Matching['state']
  readonly total: number
  readonly note: string | null
  readonly waitsUntil: number | null
  readonly rows: readonly MatchedRow[]
  /** Whether the user's own lists at the broker were read. */
  readonly hasReadLists: boolean
  /** The broker's answers since rows were last saved, by request. A later run does not repeat these requests. */
  readonly answers: Readonly<Record<string, { readonly answer: unknown } | { readonly notFound: string }>>
}

type Work = Pick<MatchingJob, 'source' | 'rows' | 'hasReadLists' | 'answers'>

const kept = 7 * 86_400_000

/** Milliseconds without a write after which a run is considered dead. */
const longestSilence = 4 * 60_000

const keyOf = (userId: string) => ({ pk: `${userId}#instruments#matching`, sk: 'batch' })

type MatchingRow = Omit<MatchingJob, 'userId' | keyof Work> & {
  readonly savedAt: number
  readonly work: Uint8Array
}

const itemOf = ({ userId, source, rows, hasReadLists, answers, ...job }: MatchingJob, now: number) => ({
  ...keyOf(userId),
  ...job,
  savedAt: now,
  work: gzipSync(JSON.stringify({ source, rows, hasReadLists, answers } satisfies Work)),
  expiresAt: Math.floor((now + kept) / 1_000),
})

/**
 * @param before the batch to replace; null if there is none
 * @returns false if another batch has started since `before` was read
 */
export const startMatchingJob = (job: MatchingJob, before: MatchingJob | null): Promise<boolean> =>
  isWritten(
    new PutCommand({
      TableName: tableName('instruments'),
      Item: { ...itemOf(job, job.startedAt), schema: 1 },
      ...ifStill(before && { id: before.id }),
    }),
  )

/** @returns false if the batch was stopped or replaced */
export const saveMatchingJob = (job: MatchingJob, now: number): Promise<boolean> =>
  isWritten(
    new PutCommand({
      TableName: tableName('instruments'),
      Item: { ...itemOf(job, now), schema: 1 },
      ...ifStill({ id: job.id, state: 'RUNNING' }),
    }),
  )

/**
 * Reads the user's last batch. Returns null if there is none. If the run that processed the batch died, the batch is
 * returned as stopped.
 */
export const readMatchingJob = async (userId: string, now: number): Promise<MatchingJob | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('instruments'), Key: keyOf(userId), ConsistentRead: true }),
  )
  if (!Item) return null
  const { id, startedAt, state, total, note, waitsUntil, savedAt, work } = Item as MatchingRow
  const done = JSON.parse(gunzipSync(work).toString()) as Pick<Work, 'source' | 'rows'> & Partial<Work>
  // Batches of the previous release lack `hasReadLists` and `answers`.
  const job = {
    userId,
    id,
    startedAt,
    state,
    total,
    note,
    waitsUntil,
    hasReadLists: done.rows.length > 0,
    answers: {},
    ...done,
  }
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

/** The key of the item that lists all batches waiting for the next minute. The item is read each minute. */
const waitingKey = { pk: '#matching', sk: 'waiting' }

const changeWaiting = (change: 'ADD' | 'DELETE', { userId, id }: WaitingBatch, condition?: string) =>
  isWritten(
    new UpdateCommand({
      TableName: tableName('instruments'),
      Key: waitingKey,
      UpdateExpression: `${change} batches :one SET #schema = :schema`,
      ...(condition ? { ConditionExpression: condition } : {}),
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: {
        ':one': new Set([`${userId} ${id}`]),
        ...(condition ? { ':batch': `${userId} ${id}` } : {}),
        ':schema': 1,
      },
    }),
  )

export type WaitingBatch = Pick<MatchingJob, 'userId' | 'id'>

export const noteWaitingBatch = (batch: WaitingBatch) => changeWaiting('ADD', batch)

/** @returns false if another process has already taken the batch */
export const takeWaitingBatch = (batch: WaitingBatch) =>
  changeWaiting('DELETE', batch, 'contains(batches, :batch)')

export const listWaitingBatches = async (): Promise<readonly WaitingBatch[]> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('instruments'), Key: waitingKey }),
  )
  return [...((Item?.batches as Set<string> | undefined) ?? [])].map((batch) => {
    const [userId = '', id = ''] = batch.split(' ')
    return { userId, id }
  })
}
