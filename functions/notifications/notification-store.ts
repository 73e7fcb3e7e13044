import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { kindOf } from '../../shared/notifications/notification-types.ts'
import {
  type NotificationChannel,
  type NotificationPreferences,
  usualPreferences,
} from '../../shared/notifications/notifications.schema.ts'
import { indexName } from '../../shared/platform/tables.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { batchWrite } from '../aws/batch-write.ts'
import { deletePartition } from '../aws/delete-items.ts'
import { batchGet, conditionally, dynamo, isWrittenOnce, tableName } from '../aws/table.ts'
import type { ChannelChange, ChannelState, NotificationStore, WaitingNotification } from './ports.ts'
import { deleteLink, deleteChat } from './telegram-link-store.ts'

const day = 24 * 3_600

/** Seconds for which sent and waiting events are stored, longer than any event waits. */
const kept = 8 * day

const channelKey = (userId: string, channel: string) => ({ pk: userId, sk: `channel#${channel}` })

const eventPrefix = (channel: string) => `event#${channel}#`

const eventKey = (userId: string, channel: string, eventId: string) => ({
  pk: userId,
  sk: `${eventPrefix(channel)}${eventId}`,
})

const preferencesKey = (userId: string) => ({ pk: userId, sk: 'preferences' })

const waitingPrefix = (channel: string) => `waiting#${channel}#`

/** Formats a time with enough digits that keys are ordered by time. */
const inOrder = (at: Instant) => String(Math.max(0, Math.floor(at))).padStart(15, '0')

const expiry = (now: Instant) => Math.floor(now / 1000) + kept

const channelFrom = (item: Readonly<Record<string, unknown>>): ChannelState => {
  const id = String(item.sk).slice('channel#'.length)
  return {
    id,
    kind: kindOf(id),
    address: (item.address as string | undefined) ?? '',
    offReason: (item.offReason as string | null | undefined) ?? null,
    lastDeliveredAt: (item.lastDeliveredAt as number | null | undefined) ?? null,
    lastError: (item.lastError as ChannelState['lastError'] | undefined) ?? null,
    failures: (item.failures as number | undefined) ?? 0,
    notBefore: (item.notBefore as number | null | undefined) ?? null,
    repeated: (item.repeated as number | undefined) ?? 0,
    dropped: (item.dropped as number | undefined) ?? 0,
    dueAt: (item.dueAt as number | undefined) ?? null,
    sending: (item.sending as ChannelState['sending'] | undefined) ?? null,
    told: (item.told as string[] | undefined) ?? [],
  }
}

/** The email channel of a user to whom no email was sent yet. Every user has an email channel. */
const mailbox = channelFrom({ sk: 'channel#mail' })

const queryAll = async (input: Omit<QueryCommandInput, 'TableName'>) => {
  const items: Record<string, unknown>[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        ...input,
        TableName: tableName('notices'),
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    items.push(...Items)
    from = LastEvaluatedKey
  } while (from && (input.Limit === undefined || items.length < input.Limit))
  return items
}

const between = (userId: string, from: string, to: string, most?: number) =>
  queryAll({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': userId, ':from': from, ':to': to },
    ConsistentRead: true,
    ...(most === undefined ? {} : { Limit: most }),
  })

const waitingFrom = ({ sk, event, level }: Record<string, unknown>): WaitingNotification => ({
  key: sk as string,
  event: event as WaitingNotification['event'],
  level: level as WaitingNotification['level'],
})

export const readUserChannels = async (userId: string) => {
  const items = await between(userId, 'channel#', 'preferences')
  const preferences = items.find(({ sk }) => sk === 'preferences')?.preferences
  const channels = items.filter(({ sk }) => String(sk).startsWith('channel#')).map(channelFrom)
  const hasMail = channels.some(({ id }) => id === 'mail')
  return {
    preferences: { ...usualPreferences, ...(preferences as NotificationPreferences | undefined) },
    channels: hasMail ? channels : [mailbox, ...channels],
  }
}

/**
 * Reads the channels that got the events of one alert. `leavesAt` is null if the channel has sent them, or else the
 * time from which it may send them, in epoch milliseconds.
 */
export const readDeliveries = async (userId: string, eventIds: readonly string[]) => {
  if (eventIds.length === 0) return []
  const { channels } = await readUserChannels(userId)
  const keys = channels.flatMap(({ id }) => eventIds.map((event) => eventKey(userId, id, event)))
  const items = (await batchGet({ notices: keys })).get('notices') ?? []
  return channels.flatMap(({ id }) => {
    const ofChannel = items.filter(({ sk }) => String(sk).startsWith(eventPrefix(id)))
    if (ofChannel.length === 0) return []
    const waiting = ofChannel.find(({ told }) => told !== true)
    return [{ channel: id, leavesAt: waiting ? Number(waiting.leavesAt) : null }]
  })
}

/** Stores waiting notifications, sent events and the state of each channel, by user ID. */
export const notificationStore = {
  readUser: readUserChannels,
  getChannel: async (userId, channel) => {
    const { Item } = await dynamo().send(
      new GetCommand({
        TableName: tableName('notices'),
        Key: channelKey(userId, channel),
        ConsistentRead: true,
      }),
    )
    return Item ? channelFrom(Item) : null
  },
  updateChannel: async (userId, channel, change) => {
    const { UpdateExpression, ...names } = updateOf(userId, channel, change)
    await dynamo().send(
      new UpdateCommand({ ...names, UpdateExpression: `SET #schema = :schema${UpdateExpression}` }),
    )
  },
  beginSending: (userId, channel, { repeated, ...sending }, now) =>
    isWrittenOnce(
      'notices',
      channelKey(userId, channel),
      (by) =>
        new UpdateCommand({
          TableName: tableName('notices'),
          Key: channelKey(userId, channel),
          UpdateExpression: 'SET sending = :sending, #by = :by, #schema = :schema ADD repeated :repeated',
          ConditionExpression:
            'attribute_not_exists(sending) OR attribute_type(sending, :null) OR sending.#until < :now',
          ExpressionAttributeNames: { '#until': 'until', '#by': 'by', '#schema': 'schema' },
          ExpressionAttributeValues: {
            ':by': by,
            ':sending': sending,
            ':repeated': repeated,
            ':now': now,
            ':null': 'NULL',
            ':schema': 1,
          },
        }),
    ),
  noteDue: async (userId, channel, at) => {
    await conditionally(
      new UpdateCommand({
        TableName: tableName('notices'),
        Key: channelKey(userId, channel),
        UpdateExpression: 'SET dueAt = :at, due = :due, #schema = :schema',
        ConditionExpression: 'attribute_not_exists(dueAt) OR dueAt > :at',
        ExpressionAttributeNames: { '#schema': 'schema' },
        ExpressionAttributeValues: { ':at': at, ':due': 'due', ':schema': 1 },
      }),
    )
  },
  settleDue: async (userId, channel, seen, next) => {
    if (seen === next) return
    await conditionally(
      new UpdateCommand({
        TableName: tableName('notices'),
        Key: channelKey(userId, channel),
        UpdateExpression:
          next === null
            ? 'SET #schema = :schema REMOVE dueAt, due'
            : 'SET #schema = :schema, dueAt = :next, due = :due',
        ConditionExpression: seen === null ? 'attribute_not_exists(dueAt)' : 'dueAt = :seen',
        ExpressionAttributeNames: { '#schema': 'schema' },
        ExpressionAttributeValues: {
          ':schema': 1,
          ...(seen === null ? {} : { ':seen': seen }),
          ...(next === null ? {} : { ':next': next, ':due': 'due' }),
        },
      }),
    )
  },
  noteEvent: async (userId, channel, eventId, from) => {
    const { Attributes = {} } = await dynamo().send(
      new UpdateCommand({
        TableName: tableName('notices'),
        Key: eventKey(userId, channel, eventId),
        UpdateExpression:
          'SET leavesAt = if_not_exists(leavesAt, :from), #schema = :schema, expiresAt = :expires',
        ExpressionAttributeNames: { '#schema': 'schema' },
        ExpressionAttributeValues: { ':from': from, ':schema': 1, ':expires': expiry(from) },
        ReturnValues: 'ALL_NEW',
      }),
    )
    return Attributes.told === true ? null : (Attributes.leavesAt as number)
  },
  findSent: async (userId, channel, eventIds) => {
    const keys = eventIds.map((id) => eventKey(userId, channel, id))
    const items = (await batchGet({ notices: keys })).get('notices') ?? []
    const prefix = eventPrefix(channel)
    return new Set(items.filter(({ told }) => told === true).map(({ sk }) => String(sk).slice(prefix.length)))
  },
  noteSent: async (userId, channel, eventIds, now) => {
    await batchWrite(
      'notices',
      eventIds.map((id) => ({
        PutRequest: {
          Item: { ...eventKey(userId, channel, id), schema: 1, told: true, expiresAt: expiry(now) },
        },
      })),
    )
  },
  putWaiting: async (userId, channel, from, { event, level }) => {
    await dynamo().send(
      new PutCommand({
        TableName: tableName('notices'),
        Item: {
          pk: userId,
          sk: `${waitingPrefix(channel)}${inOrder(from)}#${event.id}`,
          schema: 1,
          event,
          level,
          expiresAt: expiry(from),
        },
      }),
    )
  },
  deleteWaiting: async (userId, keys) => {
    await batchWrite(
      'notices',
      keys.map((sk) => ({ DeleteRequest: { Key: { pk: userId, sk } } })),
    )
  },
  listWaiting: async (userId, channel, until, most) =>
    (
      await between(userId, waitingPrefix(channel), `${waitingPrefix(channel)}${inOrder(until + 1)}`, most)
    ).map(waitingFrom),
  nextWaiting: async (userId, channel) => {
    const [first] = await between(userId, waitingPrefix(channel), `${waitingPrefix(channel)}~`, 1)
    return first ? Number(String(first.sk).split('#')[2]) : null
  },
} satisfies NotificationStore

const updateOf = (userId: string, channel: string, change: ChannelChange) => {
  const { addDropped, ...set } = change
  const names: Record<string, string> = { '#schema': 'schema' }
  const values: Record<string, unknown> = { ':schema': 1 }
  const sets = Object.entries(set).map(([name, value]) => {
    names[`#${name}`] = name
    values[`:${name}`] = value
    return `#${name} = :${name}`
  })
  if (addDropped) values[':dropped'] = addDropped
  return {
    TableName: tableName('notices'),
    Key: channelKey(userId, channel),
    UpdateExpression: `${sets.map((each) => `, ${each}`).join('')}${addDropped ? ' ADD dropped :dropped' : ''}`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  }
}

export const savePreferences = async (userId: string, preferences: NotificationPreferences) => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('notices'),
      Item: { ...preferencesKey(userId), schema: 1, preferences },
    }),
  )
}

export const countWaiting = async (
  userId: string,
  channel: string,
  now: Instant,
): Promise<NotificationChannel['waiting']> => {
  const rows = await queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :waiting)',
    ExpressionAttributeValues: { ':pk': userId, ':waiting': waitingPrefix(channel) },
    ProjectionExpression: 'sk, #level',
    ExpressionAttributeNames: { '#level': 'level' },
  })
  const reasons = rows.map(({ sk, level }) => waitsFor(String(sk), level, now))
  const count = (reason: string) => reasons.filter((each) => each === reason).length
  return { summary: count('summary'), quietHours: count('quietHours'), retry: count('retry') }
}

/**
 * Returns why a notification waits: for the summary, for the end of quiet hours, or for the next attempt to send it. A
 * silent notification waits for the next attempt once quiet hours have ended.
 */
const waitsFor = (sk: string, level: unknown, now: Instant) => {
  if (level === 'summary') return 'summary'
  return level === 'quiet' && Number(sk.split('#')[2]) > now ? 'quietHours' : 'retry'
}

export const deleteChannel = async (userId: string, channel: string) => {
  const waiting = await between(userId, waitingPrefix(channel), `${waitingPrefix(channel)}~`)
  await notificationStore.deleteWaiting(
    userId,
    waiting.map(({ sk }) => sk as string),
  )
  await dynamo().send(
    new DeleteCommand({ TableName: tableName('notices'), Key: channelKey(userId, channel) }),
  )
}

/** Lists the channels that must be checked by now. */
export const listDue = async (
  now: Instant,
): Promise<readonly { readonly userId: string; readonly channel: string; readonly dueAt: Instant }[]> => {
  const items = await queryAll({
    IndexName: indexName('notices', 'dueIndex'),
    KeyConditionExpression: 'due = :due AND dueAt <= :now',
    ExpressionAttributeValues: { ':due': 'due', ':now': now },
    Limit: 500,
  })
  return items.map(({ pk, sk, dueAt }) => ({
    userId: pk as string,
    channel: String(sk).slice('channel#'.length),
    dueAt: dueAt as number,
  }))
}

/**
 * Deletes all notifications and channels of a user.
 * @returns false if the time ran out first
 */
export const deleteNotifications = async (userId: string, inTime: () => boolean) => {
  await deleteChat(userId)
  await deleteLink(userId)
  return deletePartition('notices', userId, inTime)
}
