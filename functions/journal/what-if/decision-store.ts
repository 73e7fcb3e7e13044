import { createHash } from 'node:crypto'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import type { KeptDecision, KeptWithoutSettings } from '../../../shared/journal/what-if/kept-decision.ts'
import { batchWrite } from '../../aws/batch-write.ts'
import { describeError, log } from '../../aws/log.ts'
import { pack, unpack } from '../../aws/packed.ts'
import { batchGet, dynamo, tableName } from '../../aws/table.ts'
import type { AccountKey } from '../../trading/ports/alert-record.ts'

/**
 * This file stores the data of decisions in the table of logs, by user, mode and the time at which the alert was
 * accepted. A repeated decision replaces its row. Settings have separate rows, because many decisions share the same
 * settings.
 */

/** How long the data of decisions is stored, in milliseconds. */
const decisionsKept = 92 * 86_400_000
/**
 * How long settings are stored, in milliseconds. They are written again each month, and must outlast the last decision
 * that refers to them.
 */
const settingsKept = decisionsKept + 32 * 86_400_000

export const decisionsKey = (userId: string, mode: Mode) => `${userId}#decisions#${mode}`

const timed = (at: Instant) => String(at).padStart(13, '0')
const expiry = (at: Instant, milliseconds: number) => Math.floor((at + milliseconds) / 1000)

/** Derives the name of settings from their content, so that the same settings have the same name within a month. */
const nameOf = (settings: TradingSettings, at: Instant) => {
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 12)
  return `settings#${new Date(at).toISOString().slice(0, 7)}#${hash}`
}

/** Names of the settings that this process has already written. */
const written = new Set<string>()
const mostRemembered = 1_000

/**
 * Stores the data of decisions. Logs a failure instead of throwing, because an alert must trade even if its decision
 * cannot be stored.
 */
export const keepDecisions = async (
  { userId, mode }: AccountKey,
  decisions: readonly KeptDecision[],
): Promise<void> => {
  const pk = decisionsKey(userId, mode)
  const settingsOf = new Map<string, Record<string, unknown>>()
  const items = decisions.map(({ alertId, ended, snapshot: { settings, ...snapshot } }) => {
    const at = snapshot.acceptedAt
    const name = nameOf(settings, snapshot.now)
    if (!written.has(`${pk} ${name}`))
      settingsOf.set(name, {
        pk,
        sk: name,
        packed: pack(settings),
        expiresAt: expiry(snapshot.now, settingsKept),
      })
    return {
      pk,
      sk: `${timed(at)}#${alertId}`,
      settingsName: name,
      packed: pack({ ended, snapshot }),
      expiresAt: expiry(at, decisionsKept),
    }
  })
  try {
    await batchWrite(
      'logs',
      [...settingsOf.values(), ...items].map((item) => ({ PutRequest: { Item: { ...item, schema: 1 } } })),
    )
    if (written.size > mostRemembered) written.clear()
    for (const name of settingsOf.keys()) written.add(`${pk} ${name}`)
  } catch (error) {
    log('error', operatorLines.decisionNotKept, { userId, error: describeError(error) })
  }
}

export type DecisionPage = {
  readonly decisions: readonly KeptWithoutSettings[]
  readonly settings: Readonly<Record<string, TradingSettings>>
  /** The value of `after` for the next request; null on the last page. */
  readonly next: string | null
}

/**
 * Lists decisions, oldest first, on alerts that were accepted from `from` to `to`, both included. `after` is the value
 * of `next` on the previous page.
 */
export const listDecisions = async (
  { userId, mode }: AccountKey,
  { from, to, after, limit }: { from: Instant; to: Instant; after?: string | undefined; limit: number },
): Promise<DecisionPage> => {
  const pk = decisionsKey(userId, mode)
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      TableName: tableName('logs'),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': pk, ':from': timed(from), ':to': timed(to + 1) },
      Limit: limit,
      ...(after ? { ExclusiveStartKey: { pk, sk: after } } : {}),
    }),
  )
  const names = [...new Set(Items.map(({ settingsName }) => String(settingsName)))]
  const found = (await batchGet({ logs: names.map((sk) => ({ pk, sk })) })).get('logs') ?? []
  const settings = Object.fromEntries(
    found.map(({ sk, packed }) => [String(sk), unpack(packed as Uint8Array) as TradingSettings]),
  )
  return {
    decisions: Items.map((item) => ({
      alertId: String(item.sk).split('#')[1] ?? '',
      settingsName: String(item.settingsName),
      ...(unpack(item.packed as Uint8Array) as Omit<KeptWithoutSettings, 'alertId' | 'settingsName'>),
    })),
    settings,
    next: LastEvaluatedKey ? String(LastEvaluatedKey.sk) : null,
  }
}
