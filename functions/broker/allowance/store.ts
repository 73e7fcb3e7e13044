import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { createHash } from 'node:crypto'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { ifStill, batchGet, dynamo, tableName } from '../../aws/table.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import { type AllowanceState, liveCalls, newState } from './state.ts'

/** The state of one key as it was last read or written. `version` is 0 if no state is stored. */
export type Versioned = { readonly version: number; readonly state: AllowanceState }

export type AllowanceStore = {
  read(key: string): Promise<Versioned>
  /**
   * Replaces the state if the stored version is the previous one.
   * @returns null if the state was replaced; otherwise the stored state
   */
  save(key: string, next: Versioned, now: Instant): Promise<Versioned | null>
  /** Stores which key an account uses. An operator knows only accounts. */
  noteAccount(login: Account, key: string, now: Instant): Promise<void>
}

type Account = Pick<BrokerLogin, 'mode' | 'accountId'>

/** The name of a key's row, which does not reveal the key. */
export const keyName = (mode: Mode, apiKey: string) =>
  `allowance#${mode}#${createHash('sha256').update(apiKey).digest('base64url').slice(0, 16)}`

/** The key of the row that stores which API key an account uses. */
const accountName = ({ mode, accountId }: Account) => `allowance-of#${mode}#${accountId}`

/** How long a row is stored, in seconds. Reported limits apply for a day, which is shorter. */
const rowKept = 26 * 3_600
/** How long an account's key is stored, in seconds. No session lasts longer. */
const accountKept = 30 * 86_400

const versionedFrom = (item: Readonly<Record<string, unknown>> | undefined): Versioned =>
  item
    ? { version: item.version as number, state: JSON.parse(item.state as string) as AllowanceState }
    : { version: 0, state: newState }

export const allowanceStore: AllowanceStore = {
  read: async (key) => {
    const { Item } = await dynamo().send(
      new GetCommand({ TableName: tableName('brokerCache'), Key: { pk: key }, ConsistentRead: true }),
    )
    return versionedFrom(Item)
  },

  save: async (key, { version, state }, now) => {
    try {
      await dynamo().send(
        new PutCommand({
          TableName: tableName('brokerCache'),
          Item: {
            pk: key,
            schema: 1,
            version,
            // Lists of numbers would need three times the capacity units of text.
            state: JSON.stringify(state),
            expiresAt: Math.floor(now / 1_000) + rowKept,
          },
          ...ifStill(version === 1 ? null : { version: version - 1 }),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      )
      return null
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error
      return allowanceStore.read(key)
    }
  },

  noteAccount: async (login, key, now) => {
    await dynamo().send(
      new PutCommand({
        TableName: tableName('brokerCache'),
        Item: {
          pk: accountName(login),
          schema: 1,
          key,
          expiresAt: Math.floor(now / 1_000) + accountKept,
        },
      }),
    )
  },
}

/** The request counts of these accounts for an operator; null for an account without recent requests. */
export const readTallies = async (accounts: readonly Account[], now: Instant) => {
  const itemsOf = async (names: readonly string[]) => {
    const keys = [...new Set(names)].map((pk) => ({ pk }))
    const items = (await batchGet({ brokerCache: keys }, false)).get('brokerCache') ?? []
    return new Map(items.map((item) => [item.pk as string, item]))
  }
  const noted = await itemsOf(accounts.map(accountName))
  const rows = await itemsOf([...noted.values()].map(({ key }) => key as string))
  return accounts.map((account) => {
    const row = rows.get(noted.get(accountName(account))?.key as string)
    if (!row) return null
    const { state } = versionedFrom(row)
    const stops = Object.entries(state.stops).filter(
      ([name, { until }]) => until > now && (name === 'key' || name === `other ${account.accountId}`),
    )
    const [, stop] = stops.toSorted(([, one], [, other]) => other.until - one.until)[0] ?? []
    return {
      lastMinute: liveCalls(state, now, account.accountId).filter((at) => at <= now).length,
      closedUntil: stop?.until ?? 0,
      closedCode: stop?.code ?? null,
    }
  })
}
