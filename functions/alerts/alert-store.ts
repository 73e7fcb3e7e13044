import { GetCommand, PutCommand, QueryCommand, UpdateCommand, DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { type AlertState, asksPerson } from '../../shared/alerts/alert-state.ts'
import { indexName } from '../../shared/platform/tables.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { AccountKey, AlertMessage, AlertOutcome, AlertRecord } from '../trading/ports/alert-record.ts'
import type { RefusedAlerts, Undecided } from '../trading/ports/store.ts'
import { pack, packText, unpack, unpackText } from '../aws/packed.ts'
import { stateAfter } from '../trading/record/alert-state.ts'
import {
  lineOf,
  outcomeInLine,
  questionPlace,
  questionPrefix,
  type StoredLine,
  unpackLine,
  withoutLine,
} from './stored-line.ts'
import { openPartitionOf, openPartitions, openPartitionsOf } from './open-shards.ts'
import { batchGet, dynamo, tableName, conditionally, isWritten } from '../aws/table.ts'

const day = 24 * 3600

/** How long an alert's identity is stored, in seconds. During this time the same alert is a duplicate. */
const identityKept = 30 * day

/** How long an alert that needs review is stored if its user does not review it, in seconds: a year. */
const reviewKept = 366 * day

/** The schema version of an alert's row. Since version 5 an outcome has facts instead of a sentence. */
const schema = 5

const expiryOf = ({ acceptedAt }: Pick<AlertRecord, 'acceptedAt'>, state: AlertState) =>
  Math.floor(acceptedAt / 1000) + (state === 'review' ? reviewKept : identityKept)

export const alertKey = (alertId: string) => ({ pk: alertId })

/** Reads an outcome. Rows of release 0.2.0 have a sentence instead of facts. */
const outcomeFrom = (stored: Uint8Array, line: StoredLine | undefined): AlertOutcome => {
  const { sentence, ...outcome } = unpack(stored) as AlertOutcome & { readonly sentence?: string }
  return {
    ...(line && outcomeInLine(line)),
    ...(sentence === undefined ? {} : { ending: { kind: 'told', sentence } }),
    ...outcome,
  }
}

/** The state in an alert's row. A row without a state is open. Rows of release 0.2.0 (schema 3) have no known state. */
const stateIn = (item: Record<string, unknown> | undefined): AlertState | undefined => {
  const line = unpackLine(item?.line)
  return line?.state ?? (Number(item?.schema) > 3 ? 'open' : undefined)
}

/** Reads an alert's values and captured settings. Rows of release 0.2.0 store them unpacked. */
const saidIn = ({ said, ...item }: Record<string, unknown>) =>
  (said ? unpack(said as Uint8Array) : item) as Pick<AlertRecord, 'alert' | 'captured'>

export const alertFrom = (item: Record<string, unknown> | undefined): AlertRecord | null => {
  if (!item) return null
  const { captured, alert } = saidIn(item)
  return {
    alertId: item.pk as string,
    userId: item.userId as string,
    acceptedAt: item.acceptedAt as number,
    captured,
    alert,
    // This text is unpacked on demand, because no decision reads it.
    get received() {
      return item.received === undefined ? undefined : unpackText(item.received as Uint8Array)
    },
    outcome: item.outcome ? outcomeFrom(item.outcome as Uint8Array, unpackLine(item.line)) : null,
    state: stateIn(item),
    waitsFor: item.outcome ? undefined : unpackLine(item.line)?.message,
    waits: (item.waits as number | undefined) ?? 0,
    ofMinute: (item.ofMinute as number | undefined) ?? 0,
    confirms: item.confirms as string | undefined,
    heldAt: item.heldAt as number | undefined,
    proposedBy: item.proposedBy as string | undefined,
  }
}

/**
 * Stores an alert.
 * @returns false if an alert with this identity already exists
 */
export const putAlert = async (record: AlertRecord): Promise<boolean> => {
  return isWritten(
    new PutCommand({
      TableName: tableName('alerts'),
      Item: {
        ...alertKey(record.alertId),
        schema,
        userId: record.userId,
        mode: record.captured.mode,
        acceptedAt: record.acceptedAt,
        said: pack({ alert: record.alert, captured: record.captured }),
        received: record.received === undefined ? undefined : packText(record.received),
        ofMinute: record.ofMinute,
        confirms: record.confirms,
        heldAt: record.heldAt,
        proposedBy: record.proposedBy,
        open: openPartitionOf({ userId: record.userId, mode: record.captured.mode }),
        expiresAt: expiryOf(record, 'open'),
      },
      // DynamoDB deletes expired items only days later, so an expired item is overwritten. An alert with work left
      // is never overwritten.
      ConditionExpression: 'attribute_not_exists(pk) OR (expiresAt < :now AND attribute_not_exists(#open))',
      ExpressionAttributeNames: { '#open': 'open' },
      ExpressionAttributeValues: { ':now': Math.floor(record.acceptedAt / 1000) },
    }),
  )
}

export const getAlert = async (alertId: string): Promise<AlertRecord | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('alerts'), Key: alertKey(alertId), ConsistentRead: true }),
  )
  return alertFrom(Item)
}

/**
 * Saves an outcome unless the alert already has one.
 * @returns the outcome that the alert now has
 */
export const saveOutcome = async (alert: AlertRecord, outcome: AlertOutcome): Promise<AlertOutcome> => {
  const written = await saveLine(alert, outcome, stateAfter(outcome), {
    set: '#outcome = :outcome, ',
    condition: 'attribute_not_exists(#outcome)',
    values: { ':outcome': pack(withoutLine(outcome)) },
  })
  if (written) return outcome
  // The alert may be deleted with its user. Then no user reads the outcome either.
  return (await getAlert(alert.alertId))?.outcome ?? outcome
}

/** Stores an alert's state without its outcome. Nothing is stored if the alert got an outcome meanwhile. */
export const saveState = async (alert: AlertRecord, state: AlertState, waitsFor?: string) => {
  const condition = alert.outcome ? 'attribute_exists(#outcome)' : 'attribute_not_exists(#outcome)'
  await saveLine({ ...alert, waitsFor }, alert.outcome, state, { set: '', condition, values: {} })
}

/**
 * Sets an alert's state. If the alert needs the user's answer, its question is listed first, so that a crash in between
 * hides no question. A question may stay listed after its alert has ended, so readers of the list also read the alerts.
 * @returns false if nothing was written, because the alert is missing or `more.condition` was not met
 */
const saveLine = async (
  alert: AlertRecord,
  outcome: AlertOutcome | null,
  state: AlertState,
  more: {
    readonly set: string
    readonly condition: string
    readonly values: Readonly<Record<string, unknown>>
  },
): Promise<boolean> => {
  const expiresAt = expiryOf(alert, state)
  if (asksPerson(state)) await putQuestion(alert, outcome?.answerBy ?? expiresAt * 1_000, expiresAt)
  const written = await conditionally(
    new UpdateCommand({
      TableName: tableName('alerts'),
      Key: alertKey(alert.alertId),
      UpdateExpression: `SET ${more.set}#schema = :schema, #line = :line, listedAt = :listedAt, expiresAt = :expires`,
      ConditionExpression: `attribute_exists(pk) AND ${more.condition}`,
      ExpressionAttributeNames: { '#outcome': 'outcome', '#line': 'line', '#schema': 'schema' },
      ExpressionAttributeValues: {
        ...more.values,
        ':schema': schema,
        ':line': pack(lineOf(alert, outcome, state)),
        ':listedAt': alert.acceptedAt,
        ':expires': expiresAt,
      },
      ReturnValues: 'UPDATED_OLD',
    }),
  )
  const before = stateIn(written?.Attributes)
  if (before && asksPerson(before) && !asksPerson(state)) await dropQuestion(alert.alertId)
  return written !== null
}

const questionKey = (alertId: string) => ({ pk: `${questionPrefix}${alertId}` })

/**
 * Puts an alert on the list of alerts that need an answer from their users.
 * @param until end of the time in which the user can answer, in epoch milliseconds
 */
const putQuestion = async (
  { alertId, userId, captured: { mode } }: AlertRecord,
  until: number,
  expiresAt: number,
) => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('alerts'),
      Item: {
        ...questionKey(alertId),
        schema: 1,
        userId,
        mode,
        listedAt: questionPlace(until),
        expiresAt,
      },
    }),
  )
}

const dropQuestion = async (alertId: string) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('alerts'), Key: questionKey(alertId) }))
}

export const markComplete = async (alertId: string) => {
  await conditionally(
    new UpdateCommand({
      TableName: tableName('alerts'),
      Key: alertKey(alertId),
      UpdateExpression: 'REMOVE #open',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#open': 'open' },
    }),
  )
}

/**
 * Counts a try of an alert, or takes the count back if `change` is -1.
 * @returns the number of tries that did not end in waiting
 */
export const noteTry = async (alertId: string, change: 1 | -1 = 1): Promise<number> => {
  const written = await conditionally(
    new UpdateCommand({
      TableName: tableName('alerts'),
      Key: alertKey(alertId),
      UpdateExpression: 'ADD tries :change',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':change': change },
      ReturnValues: 'ALL_NEW',
    }),
  )
  const { tries = 0, waits = 0 } = (written?.Attributes ?? {}) as { tries?: number; waits?: number }
  return tries - waits
}

export const noteWait = async (alertId: string) => {
  await conditionally(
    new UpdateCommand({
      TableName: tableName('alerts'),
      Key: alertKey(alertId),
      UpdateExpression: 'ADD waits :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  )
}

const queryOpen = async (
  partition: string,
  before: number,
  limit: number,
  first: 'oldest' | 'newest' = 'oldest',
) => {
  const { Items } = await dynamo().send(
    new QueryCommand({
      TableName: tableName('alerts'),
      IndexName: indexName('alerts', 'openIndex'),
      KeyConditionExpression: '#open = :partition AND acceptedAt < :before',
      ExpressionAttributeNames: { '#open': 'open' },
      ExpressionAttributeValues: { ':partition': partition, ':before': before },
      Limit: limit,
      ScanIndexForward: first === 'oldest',
    }),
  )
  return Items ?? []
}

const messageOf = (item: Readonly<Record<string, unknown>>): AlertMessage => ({
  alertId: item.pk as string,
  userId: item.userId as string,
  mode: item.mode as Mode,
})

/**
 * Lists alerts with work left that were accepted before `before` (epoch milliseconds), in lanes for parallel
 * processing. Each lane has at most `limit` of the newest alerts, oldest first. An account is in one lane, or in two
 * while the number of partitions changes.
 */
export const listOpenLanes = async (before: number, limit: number): Promise<AlertMessage[][]> => {
  const lanes = openPartitions(before).map((partition) => queryOpen(partition, before, limit, 'newest'))
  return (await Promise.all(lanes)).map((items) => items.reverse().map(messageOf))
}

/**
 * Lists one account's alerts with work left, oldest first. Only the `limit` newest alerts of a partition are searched.
 */
export const listOpenAlerts = async (
  account: AccountKey,
  before: number,
  limit: number,
): Promise<AlertMessage[]> => {
  const found = openPartitionsOf(account).map((partition) => queryOpen(partition, before, limit, 'newest'))
  return (await Promise.all(found))
    .flatMap((items) => items.reverse().map(messageOf))
    .filter(({ userId, mode }) => userId === account.userId && mode === account.mode)
}

/** Lists an account's alerts without an outcome. Only the `limit` newest alerts of a partition are searched. */
export const listUndecidedAlerts = async (account: AccountKey, limit: number): Promise<Undecided[]> => {
  const open = await listOpenAlerts(account, Number.MAX_SAFE_INTEGER, limit)
  // This eventually consistent read may list an alert that was just decided. That costs the callers no further request.
  const items = await batchGet({ alerts: open.map(({ alertId }) => alertKey(alertId)) }, false)
  return (items.get('alerts') ?? []).flatMap((item) =>
    item.outcome === undefined ? [{ alertId: item.pk as string, market: saidIn(item).alert.market }] : [],
  )
}

/**
 * Lists the oldest alerts of all accounts that still have work left, with their acceptance times (epoch milliseconds).
 */
export const listOldestOpenAlerts = async (
  before: number,
  limit: number,
): Promise<(AlertMessage & { readonly acceptedAt: number })[]> => {
  const found = openPartitions(before).map((partition) => queryOpen(partition, before, limit))
  return (await Promise.all(found))
    .flat()
    .map((item) => ({ ...messageOf(item), acceptedAt: item.acceptedAt as number }))
    .sort((a, b) => a.acceptedAt - b.acceptedAt)
    .slice(0, limit)
}

const windowKey = (identity: string) => ({ pk: `window#${identity}` })

/**
 * Opens a window in which resent alerts are recognised, unless it is already open.
 * @returns the ID of the first alert in the window
 */
export const openWindow = async (identity: string, alertId: string, now: number, milliseconds: number) => {
  const name = { TableName: tableName('alerts') }
  const written = await conditionally(
    new PutCommand({
      ...name,
      Item: {
        ...windowKey(identity),
        schema: 1,
        alertId,
        openedAt: now,
        expiresAt: Math.floor(now / 1000) + 3600,
      },
      ConditionExpression: 'attribute_not_exists(pk) OR openedAt <= :closed',
      ExpressionAttributeValues: { ':closed': now - milliseconds },
    }),
  )
  if (written) return alertId
  const { Item } = await dynamo().send(
    new GetCommand({ ...name, Key: windowKey(identity), ConsistentRead: true }),
  )
  if (!Item) throw new Error('The window ended while it was read')
  return Item.alertId as string
}

const refusedKey = ({ userId, mode }: AccountKey, minute: number) => ({
  pk: `refused#${userId}#${mode}#${minute}`,
})

/**
 * Counts an alert that was refused because of the limit per minute.
 * @param minute epoch minutes
 */
export const countRefused = async (account: AccountKey, minute: number) => {
  await dynamo().send(
    new UpdateCommand({
      TableName: tableName('alerts'),
      Key: refusedKey(account, minute),
      UpdateExpression:
        'ADD refused :one SET #open = :kind, acceptedAt = :at, userId = :user, #mode = :mode, expiresAt = :expires, #schema = :schema',
      ExpressionAttributeNames: { '#open': 'open', '#mode': 'mode', '#schema': 'schema' },
      ExpressionAttributeValues: {
        ':schema': 1,
        ':one': 1,
        ':kind': 'refused',
        ':at': minute * 60_000,
        ':user': account.userId,
        ':mode': account.mode,
        ':expires': minute * 60 + 7 * 24 * 3600,
      },
    }),
  )
}

export const listRefused = async (beforeMinute: number): Promise<RefusedAlerts[]> =>
  (await queryOpen('refused', beforeMinute * 60_000, 100)).map((item) => ({
    userId: item.userId as string,
    mode: item.mode as Mode,
    minute: (item.acceptedAt as number) / 60_000,
    count: item.refused as number,
  }))

export const dropRefused = async (refused: RefusedAlerts) => {
  await dynamo().send(
    new DeleteCommand({ TableName: tableName('alerts'), Key: refusedKey(refused, refused.minute) }),
  )
}
