import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Instant } from '../../../shared/platform/units.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import { takeLease } from '../../aws/lease.ts'
import { dynamo, tableName, conditionally } from '../../aws/table.ts'

/** The data about one login at the broker that all processes share. New credentials start a new record. */
export type SessionRecord = {
  /** Encrypted session; null if there is none. */
  readonly sealed: string | null
  /** When a session was last renewed because IG no longer accepted its tokens. */
  readonly renewedAt: Instant | null
  /** Number of logins refused in a row. */
  readonly refusals: number
  /** The code of the last refusal. */
  readonly refusedCode: string | null
  /** The time before which no login may be tried. */
  readonly notBefore: Instant
  /** Number of logins refused in a row because they came too quickly. */
  readonly throttles: number
}

/** How long the record is stored after its last change, in seconds. No token is valid longer. */
const lifetime = 30 * 86_400

export const sessionKey = ({ userId, mode, credentialsVersion }: BrokerLogin) => ({
  pk: `session#${userId}#${mode}#${credentialsVersion}`,
})

const recordFrom = (item: Readonly<Record<string, unknown>> | undefined): SessionRecord => ({
  sealed: (item?.sealed as string | null | undefined) ?? null,
  renewedAt: (item?.renewedAt as number | null | undefined) ?? null,
  refusals: (item?.refusals as number | undefined) ?? 0,
  refusedCode: (item?.refusedCode as string | null | undefined) ?? null,
  notBefore: (item?.notBefore as number | undefined) ?? 0,
  throttles: (item?.throttles as number | undefined) ?? 0,
})

export type SessionStore = {
  read(login: BrokerLogin): Promise<SessionRecord>
  /**
   * Lets only one process log in for this number of milliseconds.
   * @returns the current record; null if another process has the lease
   */
  lease(login: BrokerLogin, holder: string, now: Instant, milliseconds: number): Promise<SessionRecord | null>
  /** Writes the record and ends the lease. It has no effect if another process has the lease. */
  save(login: BrokerLogin, holder: string, now: Instant, record: SessionRecord): Promise<void>
  /**
   * Allows another login at once after refusals, and deletes the session. It has no effect if the number of refusals
   * has changed meanwhile.
   * @param refusals the number of refusals that is forgiven
   * @param left the number of refusals that still count
   */
  pardon(login: BrokerLogin, refusals: number, left: number): Promise<void>
  /** Stores the sealed session of a connection test until it is taken or expires. */
  saveTested(user: TestedUser, sealed: string, until: Instant): Promise<void>
  takeTested(user: TestedUser): Promise<string | null>
  /** Stores the sealed note that credentials need a version 3 login. */
  saveVersion3(user: TestedUser, sealed: string, until: Instant): Promise<void>
  readVersion3(user: TestedUser): Promise<string | null>
}

type TestedUser = Pick<BrokerLogin, 'userId' | 'mode'>
/** The key has the prefix of a session's key, so that the item is deleted with its user. */
const testedKey = ({ userId, mode }: TestedUser) => ({ pk: `session#${userId}#${mode}#tested` })
const version3Key = ({ userId, mode }: TestedUser) => ({ pk: `session#${userId}#${mode}#version-3` })

const putSealed = async (key: { readonly pk: string }, sealed: string, until: Instant) => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('brokerCache'),
      Item: { ...key, schema: 1, sealed, expiresAt: Math.ceil(until / 1_000) },
    }),
  )
}

export const sessionStore: SessionStore = {
  read: async (login) => {
    const { Item } = await dynamo().send(
      new GetCommand({
        TableName: tableName('brokerCache'),
        Key: sessionKey(login),
        ConsistentRead: true,
      }),
    )
    return recordFrom(Item)
  },

  lease: async (login, holder, now, milliseconds) => {
    const item = await takeLease({
      table: 'brokerCache',
      key: sessionKey(login),
      holder,
      now,
      milliseconds,
      expiresAt: Math.floor(now / 1_000) + lifetime,
    })
    return item && recordFrom(item)
  },

  save: async (login, holder, now, record) => {
    await conditionally(
      new UpdateCommand({
        TableName: tableName('brokerCache'),
        Key: sessionKey(login),
        UpdateExpression:
          'SET sealed = :sealed, renewedAt = :renewedAt, refusals = :refusals, refusedCode = :code, notBefore = :notBefore, throttles = :throttles, expiresAt = :expires REMOVE holder, leasedUntil',
        ConditionExpression: 'holder = :holder',
        ExpressionAttributeValues: {
          ':holder': holder,
          ':sealed': record.sealed,
          ':renewedAt': record.renewedAt,
          ':refusals': record.refusals,
          ':code': record.refusedCode,
          ':notBefore': record.notBefore,
          ':throttles': record.throttles,
          ':expires': Math.floor(now / 1_000) + lifetime,
        },
      }),
    )
  },

  pardon: async (login, refusals, left) => {
    await conditionally(
      new UpdateCommand({
        TableName: tableName('brokerCache'),
        Key: sessionKey(login),
        UpdateExpression: 'SET refusals = :left, notBefore = :now, sealed = :none',
        ConditionExpression: 'refusals = :refusals',
        ExpressionAttributeValues: { ':refusals': refusals, ':left': left, ':now': 0, ':none': null },
      }),
    )
  },

  saveTested: (user, sealed, until) => putSealed(testedKey(user), sealed, until),

  takeTested: async (user) => {
    const { Attributes } = await dynamo().send(
      new DeleteCommand({
        TableName: tableName('brokerCache'),
        Key: testedKey(user),
        ReturnValues: 'ALL_OLD',
      }),
    )
    return (Attributes?.sealed as string | undefined) ?? null
  },

  saveVersion3: (user, sealed, until) => putSealed(version3Key(user), sealed, until),

  readVersion3: async (user) => {
    const { Item } = await dynamo().send(
      new GetCommand({ TableName: tableName('brokerCache'), Key: version3Key(user), ConsistentRead: true }),
    )
    return (Item?.sealed as string | undefined) ?? null
  },
}

/** Deletes the session of credentials that are no longer valid. */
export const forgetSession = async (login: BrokerLogin) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('brokerCache'), Key: sessionKey(login) }))
}

export const wasLoginRefused = async (login: BrokerLogin) => (await sessionStore.read(login)).refusals > 0
