import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Instant } from '../../../shared/platform/units.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import { batchGet, dynamo, conditionally, tableName } from '../../aws/table.ts'

/** How many questions all processes together have asked on one account: in a minute and in the one before. */
export type Tally = {
  /** Epoch minutes. */
  readonly minute: number
  readonly calls: number
  readonly before: number
  /** The broker asked to wait until then, with this code. */
  readonly closedUntil: Instant
  readonly closedCode: string | null
  /** What dashboards may use if the broker turned out to allow less than it says, and until when. */
  readonly dashboardCeiling: number
  readonly loweredUntil: Instant
  /** What the broker says that it allows, and when it reported it; null if it was never asked. */
  readonly allowed: Allowed | null
  readonly allowedAt: Instant
}

/** Calls in a minute: of an account, of a key, and what trades. */
export type Allowed = { readonly other: number; readonly otherPerKey: number; readonly trading: number }

/** What is learned from a broker that says stop. */
type Stop = Pick<Tally, 'closedUntil' | 'closedCode' | 'dashboardCeiling' | 'loweredUntil'>

export type BudgetStore = {
  /** Adds calls that were or will be made. @param known the tally as this process last saw it */
  add(login: BrokerLogin, calls: number, now: Instant, known: Tally | null): Promise<Tally>
  /** Adds one call if there were fewer than `atMost`, and than dashboards may use, and the broker said no stop. */
  tryAdd(login: BrokerLogin, atMost: number, now: Instant): Promise<{ added: boolean; tally: Tally }>
  close(login: BrokerLogin, stop: Stop): Promise<void>
  saveAllowed(login: BrokerLogin, allowed: Allowed, now: Instant): Promise<void>
}

export const budgetKey = ({ mode, accountId }: Pick<BrokerLogin, 'mode' | 'accountId'>) => ({
  pk: `budget#${mode}#${accountId}`,
})

const tallyFrom = (item: Readonly<Record<string, unknown>> | undefined): Tally => ({
  minute: (item?.countedMinute as number | undefined) ?? 0,
  calls: (item?.calls as number | undefined) ?? 0,
  before: (item?.callsBefore as number | undefined) ?? 0,
  closedUntil: (item?.closedUntil as number | undefined) ?? 0,
  closedCode: (item?.closedCode as string | null | undefined) ?? null,
  dashboardCeiling: (item?.dashboardCeiling as number | undefined) ?? 0,
  loweredUntil: (item?.loweredUntil as number | undefined) ?? 0,
  allowed: (item?.allowed as Allowed | undefined) ?? null,
  allowedAt: (item?.allowedAt as number | undefined) ?? 0,
})

/** Seconds for which a row is kept: longer than the day for which IG’s word on its allowances is used. */
const rowKept = 26 * 3_600

type Account = Pick<BrokerLogin, 'mode' | 'accountId'>

/** Questions counted on each of these accounts, as an operator reads them; null if none was counted lately. */
export const readTallies = async (accounts: readonly Account[], now: Instant) => {
  const keys = [...new Set(accounts.map((account) => budgetKey(account).pk))].map((pk) => ({ pk }))
  const items = (await batchGet({ brokerCache: keys }, false)).get('brokerCache') ?? []
  const byKey = new Map(items.map((item) => [item.pk as string, tallyFrom(item)]))
  return accounts.map((account) => {
    const tally = byKey.get(budgetKey(account).pk)
    if (!tally) return null
    const age = minuteOf(now) - tally.minute
    return {
      thisMinute: age === 0 ? tally.calls : 0,
      minuteBefore: age === 0 ? tally.before : age === 1 ? tally.calls : 0,
      closedUntil: tally.closedUntil,
      closedCode: tally.closedCode,
    }
  })
}

const minuteOf = (at: Instant) => Math.floor(at / 60_000)

type Change = {
  readonly expression: string
  readonly condition: string
  readonly values: Record<string, unknown>
}

/** @returns null when the condition did not hold */
const update = async (login: BrokerLogin, { expression, condition, values }: Change) => {
  const written = await conditionally(
    new UpdateCommand({
      TableName: tableName('brokerCache'),
      Key: budgetKey(login),
      UpdateExpression: `${expression}, #schema = :schema`,
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: { ...values, ':schema': 1 },
      ReturnValues: 'ALL_NEW',
    }),
  )
  if (!written) return null
  return tallyFrom(written.Attributes)
}

const readTally = async (login: BrokerLogin) => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('brokerCache'), Key: budgetKey(login), ConsistentRead: true }),
  )
  return tallyFrom(Item)
}

/** The first call of a minute moves the count on. @returns null when another process did it, or it need not be done */
const startMinute = async (login: BrokerLogin, tally: Tally, calls: number, minute: number) =>
  tally.minute >= minute
    ? null
    : update(login, {
        expression:
          'SET countedMinute = :minute, callsBefore = :before, calls = :calls, expiresAt = :expires',
        condition: 'attribute_not_exists(countedMinute) OR (countedMinute = :old AND calls = :oldCalls)',
        values: {
          ':oldCalls': tally.calls,
          ':minute': minute,
          ':old': tally.minute,
          ':before': tally.minute === minute - 1 ? tally.calls : 0,
          ':calls': calls,
          ':expires': minute * 60 + rowKept,
        },
      })

export const budgetStore: BudgetStore = {
  add: async (login, calls, now, known) => {
    const started = known && (await startMinute(login, known, calls, minuteOf(now)))
    if (started) return started
    for (;;) {
      const added = await update(login, {
        expression: 'SET calls = calls + :calls',
        condition: 'countedMinute >= :minute',
        values: { ':calls': calls, ':minute': minuteOf(now) },
      })
      const tally = added ?? (await startMinute(login, await readTally(login), calls, minuteOf(now)))
      if (tally) return tally
    }
  },

  tryAdd: async (login, atMost, now) => {
    for (;;) {
      const added = await update(login, {
        expression: 'SET calls = calls + :one',
        condition: [
          'countedMinute >= :minute AND calls < :most',
          '(attribute_not_exists(closedUntil) OR closedUntil <= :now)',
          '(attribute_not_exists(loweredUntil) OR loweredUntil <= :now OR calls < dashboardCeiling)',
        ].join(' AND '),
        values: { ':one': 1, ':minute': minuteOf(now), ':most': atMost, ':now': now },
      })
      if (added) return { added: true, tally: added }
      const tally = await readTally(login)
      const most = tally.loweredUntil > now ? Math.min(atMost, tally.dashboardCeiling) : atMost
      const isFull = tally.minute >= minuteOf(now) && tally.calls >= most
      if (tally.closedUntil > now || isFull) return { added: false, tally }
      const started = await startMinute(login, tally, 1, minuteOf(now))
      if (started) return { added: true, tally: started }
    }
  },

  saveAllowed: async (login, allowed, now) => {
    await update(login, {
      expression: 'SET allowed = :allowed, allowedAt = :now, expiresAt = :expires',
      condition: 'attribute_not_exists(allowedAt) OR allowedAt < :now',
      values: { ':allowed': allowed, ':now': now, ':expires': Math.floor(now / 1_000) + rowKept },
    })
  },

  close: async (login, stop) => {
    await update(login, {
      expression:
        'SET closedUntil = :until, closedCode = :code, dashboardCeiling = :dashboard, loweredUntil = :lowered, expiresAt = :expires',
      condition: 'attribute_not_exists(closedUntil) OR closedUntil < :until',
      values: {
        ':until': stop.closedUntil,
        ':code': stop.closedCode,
        ':dashboard': stop.dashboardCeiling,
        ':lowered': stop.loweredUntil,
        ':expires': Math.floor(stop.closedUntil / 1_000) + 3_600,
      },
    })
  },
}
