import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import { asksPerson } from '../../shared/alerts/alert-state.ts'
import { indexName } from '../../shared/platform/tables.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { batchGet, dynamo, tableName } from '../aws/table.ts'
import type { AlertRecord } from '../trading/ports/alert-record.ts'
import { stateOf } from '../trading/record/alert-state.ts'
import { alertFrom, alertKey, listOpenAlerts } from './alert-store.ts'
import { lineFrom, lineOf, questionPlace, questionPrefix, unpackLine } from './stored-line.ts'

/** A row of the list, with the number of IG requests that its alert made. A burst shows the sum of these numbers. */
export type ListedAlert = AlertLine & { readonly requests: number }

/** The last row that was shown. The next page of the list continues after it. */
export type ListPlace = { readonly at: Instant; readonly key: string }

export type ListPage<Item> = { readonly items: readonly Item[]; readonly next: ListPlace | null }

/** The page that a caller asks for: at most `limit` rows that follow the row `after`. */
type PageAsked = { readonly limit: number; readonly after: ListPlace | undefined }

/** Reads a user's rows between two times, including both, newest first. */
const readIndex = async (
  userId: string,
  [from, to]: readonly [Instant, Instant],
  { limit, after }: PageAsked,
): Promise<ListPage<Readonly<Record<string, unknown>>>> => {
  // DynamoDB rejects a start key outside the range.
  const isOutside = after && (after.at < from || after.at > to)
  if (isOutside && after.at < from) return { items: [], next: null }
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      TableName: tableName('alerts'),
      IndexName: indexName('alerts', 'userIndex'),
      KeyConditionExpression: 'userId = :user AND listedAt BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':user': userId, ':from': from, ':to': to },
      ScanIndexForward: false,
      Limit: limit,
      ...(after && !isOutside ? { ExclusiveStartKey: { userId, listedAt: after.at, pk: after.key } } : {}),
    }),
  )
  const next = LastEvaluatedKey as { listedAt: Instant; pk: string } | undefined
  return { items: Items, next: next ? { at: next.listedAt, key: next.pk } : null }
}

/**
 * Lists a user's alerts that have ended or wait, newest first by acceptance time.
 * @param range both ends included
 */
export const listAlertLines = async (
  userId: string,
  range: readonly [Instant, Instant],
  page: PageAsked,
  now: Instant,
): Promise<ListPage<ListedAlert>> => {
  const { items, next } = await readIndex(userId, range, page)
  const lines = items.flatMap((item) => {
    const line = unpackLine(item.line)
    if (!line) return []
    const shown = lineFrom(item.pk as string, item.listedAt as number, line, now)
    return { ...shown, requests: line.requests ?? 0 }
  })
  return { items: lines, next }
}

const recordsOf = async (alertIds: readonly string[]): Promise<readonly AlertRecord[]> => {
  const items = await batchGet({ alerts: alertIds.map(alertKey) })
  return (items.get('alerts') ?? []).flatMap((item) => alertFrom(item) ?? [])
}

/** Reads the alerts that need the user's answer, in their current state, earliest deadline first. */
export const listAsking = async (
  userId: string,
  page: PageAsked,
  now: Instant,
): Promise<ListPage<AlertRecord>> => {
  const range = [Number.MIN_SAFE_INTEGER, questionPlace(now + 1)] as const
  const { items, next } = await readIndex(userId, range, page)
  const records = await recordsOf(items.map(({ pk }) => (pk as string).slice(questionPrefix.length)))
  const asking = records.filter((record) => record.userId === userId && asksPerson(stateOf(record, now)))
  return { items: asking, next }
}

export const asLine = (record: AlertRecord, now: Instant): AlertLine => {
  const { alertId, acceptedAt, outcome } = record
  const state = stateOf(record, now)
  return lineFrom(alertId, acceptedAt, lineOf(record, outcome, state), now)
}

/** Maximum number of open alerts per mode in a list. Fewer alerts than this arrive in a minute. */
const mostOpen = 300

/** Reads a user's alerts without an outcome, newest first. */
export const listOpen = async (userId: string): Promise<readonly AlertRecord[]> => {
  const found = await Promise.all(
    (['DEMO', 'LIVE'] as const).map((mode) =>
      listOpenAlerts({ userId, mode }, Number.MAX_SAFE_INTEGER, mostOpen),
    ),
  )
  const records = await recordsOf(found.flat().map(({ alertId }) => alertId))
  return records
    .filter(({ outcome }) => outcome === null)
    .toSorted((one, other) => other.acceptedAt - one.acceptedAt)
}
