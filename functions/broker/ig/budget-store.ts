import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Instant } from '../../../shared/units.ts'
import type { BrokerAccount } from '../../trading/ports.ts'
import { dynamo, lostCondition, tableName } from '../../aws/table.ts'

/** How many questions all processes together have asked on one account: in a minute and in the one before. */
export type Tally = {
  /** Epoch minutes. */
  readonly minute: number
  readonly calls: number
  readonly before: number
  /** The broker asked to wait until then, with this code. */
  readonly closedUntil: Instant
  readonly closedCode: string | null
  /** What dashboards may use where the broker turned out to allow less than it says, and until when. */
  readonly dashboardCeiling: number
  readonly loweredUntil: Instant
}

/** What is learned from a broker that says stop. */
export type Stop = Pick<Tally, 'closedUntil' | 'closedCode' | 'dashboardCeiling' | 'loweredUntil'>

export type BudgetStore = {
  /** Adds calls that were or will be made. @param known the tally as this process last saw it */
  add(account: BrokerAccount, calls: number, now: Instant, known: Tally | null): Promise<Tally>
  /** Adds one call if there were fewer than `atMost`, and than dashboards may use, and the broker said no stop. */
  tryAdd(account: BrokerAccount, atMost: number, now: Instant): Promise<{ added: boolean; tally: Tally }>
  close(account: BrokerAccount, stop: Stop): Promise<void>
}

export const budgetKey = ({ mode, accountId }: BrokerAccount) => ({ pk: `budget#${mode}#${accountId}` })

const tallyFrom = (item: Readonly<Record<string, unknown>> | undefined): Tally => ({
  minute: (item?.countedMinute as number | undefined) ?? 0,
  calls: (item?.calls as number | undefined) ?? 0,
  before: (item?.callsBefore as number | undefined) ?? 0,
  closedUntil: (item?.closedUntil as number | undefined) ?? 0,
  closedCode: (item?.closedCode as string | null | undefined) ?? null,
  dashboardCeiling: (item?.dashboardCeiling as number | undefined) ?? 0,
  loweredUntil: (item?.loweredUntil as number | undefined) ?? 0,
})

const minuteOf = (at: Instant) => Math.floor(at / 60_000)

type Change = {
  readonly expression: string
  readonly condition: string
  readonly values: Record<string, unknown>
}

/** @returns null when the condition did not hold */
const update = async (account: BrokerAccount, { expression, condition, values }: Change) => {
  try {
    const { Attributes } = await dynamo().send(
      new UpdateCommand({
        TableName: tableName('brokerCache'),
        Key: budgetKey(account),
        UpdateExpression: `${expression}, #schema = :schema`,
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#schema': 'schema' },
        ExpressionAttributeValues: { ...values, ':schema': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    )
    return tallyFrom(Attributes)
  } catch (error) {
    if (lostCondition(error)) return null
    throw error
  }
}

const readTally = async (account: BrokerAccount) => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('brokerCache'), Key: budgetKey(account), ConsistentRead: true }),
  )
  return tallyFrom(Item)
}

/** The first call of a minute moves the count on. @returns null when another process did it, or it need not be done */
const startMinute = async (account: BrokerAccount, tally: Tally, calls: number, minute: number) =>
  tally.minute >= minute
    ? null
    : update(account, {
        expression:
          'SET countedMinute = :minute, callsBefore = :before, calls = :calls, expiresAt = :expires',
        condition: 'attribute_not_exists(countedMinute) OR (countedMinute = :old AND calls = :oldCalls)',
        values: {
          ':oldCalls': tally.calls,
          ':minute': minute,
          ':old': tally.minute,
          ':before': tally.minute === minute - 1 ? tally.calls : 0,
          ':calls': calls,
          ':expires': minute * 60 + 3_600,
        },
      })

export const budgetStore: BudgetStore = {
  add: async (account, calls, now, known) => {
    const started = known && (await startMinute(account, known, calls, minuteOf(now)))
    if (started) return started
    for (;;) {
      const added = await update(account, {
        expression: 'SET calls = calls + :calls',
        condition: 'countedMinute >= :minute',
        values: { ':calls': calls, ':minute': minuteOf(now) },
      })
      const tally = added ?? (await startMinute(account, await readTally(account), calls, minuteOf(now)))
      if (tally) return tally
    }
  },

  tryAdd: async (account, atMost, now) => {
    for (;;) {
      const added = await update(account, {
        expression: 'SET calls = calls + :one',
        condition: [
          'countedMinute >= :minute AND calls < :most',
          '(attribute_not_exists(closedUntil) OR closedUntil <= :now)',
          '(attribute_not_exists(loweredUntil) OR loweredUntil <= :now OR calls < dashboardCeiling)',
        ].join(' AND '),
        values: { ':one': 1, ':minute': minuteOf(now), ':most': atMost, ':now': now },
      })
      if (added) return { added: true, tally: added }
      const tally = await readTally(account)
      const most = tally.loweredUntil > now ? Math.min(atMost, tally.dashboardCeiling) : atMost
      const isFull = tally.minute >= minuteOf(now) && tally.calls >= most
      if (tally.closedUntil > now || isFull) return { added: false, tally }
      const started = await startMinute(account, tally, 1, minuteOf(now))
      if (started) return { added: true, tally: started }
    }
  },

  close: async (account, stop) => {
    await update(account, {
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
