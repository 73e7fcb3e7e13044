import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Instant } from '../../../shared/units.ts'
import type { BrokerAccount } from '../../trading/ports.ts'
import { dynamo, lostCondition, tableName } from '../../aws/table.ts'

/** What all processes know of one login at the broker. A change of credentials starts a new record. */
export type SessionRecord = {
  /** Encrypted session; null where there is none. */
  readonly sealed: string | null
  /** When a session was last renewed because its tokens had died. */
  readonly renewedAt: Instant | null
  /** Logins refused in a row, the last one's code, and before when no login may be tried again. */
  readonly refusals: number
  readonly refusedCode: string | null
  readonly notBefore: Instant
}

/** The record is kept this long after its last change, in seconds: longer than any token lives. */
const lifetime = 30 * 86_400

export const sessionKey = ({ userId, mode, credentialsVersion }: BrokerAccount) => ({
  pk: `session#${userId}#${mode}#${credentialsVersion}`,
})

const recordFrom = (item: Readonly<Record<string, unknown>> | undefined): SessionRecord => ({
  sealed: (item?.sealed as string | null | undefined) ?? null,
  renewedAt: (item?.renewedAt as number | null | undefined) ?? null,
  refusals: (item?.refusals as number | undefined) ?? 0,
  refusedCode: (item?.refusedCode as string | null | undefined) ?? null,
  notBefore: (item?.notBefore as number | undefined) ?? 0,
})

export type SessionStore = {
  read(account: BrokerAccount): Promise<SessionRecord>
  /** Lets one process alone log in, for so long. @returns the record as it stands; null while another holds the lease */
  lease(
    account: BrokerAccount,
    holder: string,
    now: Instant,
    milliseconds: number,
  ): Promise<SessionRecord | null>
  /** Writes and ends the lease. Without effect when the lease was lost. */
  save(account: BrokerAccount, holder: string, now: Instant, record: SessionRecord): Promise<void>
  /**
   * Lets a login be tried at once after so many refusals, of which some are left standing; the session that was to be
   * renewed goes. Without effect where somebody signed in, or was refused, since they were counted.
   */
  pardon(account: BrokerAccount, refusals: number, left: number): Promise<void>
}

export const sessionStore: SessionStore = {
  read: async (account) => {
    const { Item } = await dynamo().send(
      new GetCommand({
        TableName: tableName('brokerCache'),
        Key: sessionKey(account),
        ConsistentRead: true,
      }),
    )
    return recordFrom(Item)
  },

  lease: async (account, holder, now, milliseconds) => {
    try {
      const { Attributes } = await dynamo().send(
        new UpdateCommand({
          TableName: tableName('brokerCache'),
          Key: sessionKey(account),
          UpdateExpression:
            'SET #schema = :schema, holder = :holder, leasedUntil = :until, expiresAt = :expires',
          // Where a reply is lost the SDK calls again, and meets this lease.
          ConditionExpression: 'attribute_not_exists(leasedUntil) OR leasedUntil < :now OR holder = :holder',
          ExpressionAttributeNames: { '#schema': 'schema' },
          ExpressionAttributeValues: {
            ':schema': 1,
            ':holder': holder,
            ':now': now,
            ':until': now + milliseconds,
            ':expires': Math.floor(now / 1_000) + lifetime,
          },
          ReturnValues: 'ALL_NEW',
        }),
      )
      return recordFrom(Attributes)
    } catch (error) {
      if (lostCondition(error)) return null
      throw error
    }
  },

  save: async (account, holder, now, record) => {
    try {
      await dynamo().send(
        new UpdateCommand({
          TableName: tableName('brokerCache'),
          Key: sessionKey(account),
          UpdateExpression:
            'SET sealed = :sealed, renewedAt = :renewedAt, refusals = :refusals, refusedCode = :code, notBefore = :notBefore, expiresAt = :expires REMOVE holder, leasedUntil',
          ConditionExpression: 'holder = :holder',
          ExpressionAttributeValues: {
            ':holder': holder,
            ':sealed': record.sealed,
            ':renewedAt': record.renewedAt,
            ':refusals': record.refusals,
            ':code': record.refusedCode,
            ':notBefore': record.notBefore,
            ':expires': Math.floor(now / 1_000) + lifetime,
          },
        }),
      )
    } catch (error) {
      if (!lostCondition(error)) throw error
    }
  },

  pardon: async (account, refusals, left) => {
    try {
      await dynamo().send(
        new UpdateCommand({
          TableName: tableName('brokerCache'),
          Key: sessionKey(account),
          UpdateExpression: 'SET refusals = :left, notBefore = :now, sealed = :none',
          ConditionExpression: 'refusals = :refusals',
          ExpressionAttributeValues: { ':refusals': refusals, ':left': left, ':now': 0, ':none': null },
        }),
      )
    } catch (error) {
      if (!lostCondition(error)) throw error
    }
  },
}

/** The session of credentials that hold no longer. */
export const forgetSession = async (account: BrokerAccount) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('brokerCache'), Key: sessionKey(account) }))
}
