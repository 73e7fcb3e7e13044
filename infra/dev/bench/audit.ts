import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { tableEnv } from '../../../shared/platform/env.ts'
import { keysOf } from '../../../functions/logs/log-items.ts'
import { alertFrom } from '../../../functions/alerts/alert-store.ts'
import { livesOn } from '../../../functions/trading/record/record-outcome.ts'
import type { AlertOutcome } from '../../../functions/trading/ports/alert-record.ts'
import type { Outcome } from '../../../shared/trading/model/outcome.schema.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { localAccess } from '../local/template.ts'
import type { Trader } from './make-traders.ts'
import type { Measurement } from './measured.ts'

type Audited = {
  /** Environment variables with the names of the tables and the addresses of the emulators. */
  readonly environment: Readonly<Record<string, string>>
  readonly paperOrigin: string
}

type StoredSizes = {
  readonly alertId: string
  readonly userId: string
  readonly acceptedAt: number
  readonly outcome: AlertOutcome | null
  readonly open: boolean
}

const scan = async (
  { environment }: Audited,
  table: 'alerts' | 'logs',
  projection: string,
  names: Readonly<Record<string, string>>,
) => {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '', ...localAccess }),
  )
  const items: Record<string, unknown>[] = []
  const pages = paginateScan(
    { client },
    {
      TableName: environment[tableEnv(table)],
      ConsistentRead: true,
      ProjectionExpression: projection,
      ExpressionAttributeNames: names,
    },
  )
  for await (const { Items } of pages) items.push(...(Items ?? []))
  client.destroy()
  return items
}

export const readAlerts = async (audited: Audited): Promise<StoredSizes[]> =>
  (
    await scan(audited, 'alerts', 'pk, userId, acceptedAt, said, #line, #outcome, #open', {
      '#line': 'line',
      '#outcome': 'outcome',
      '#open': 'open',
    })
  )
    .filter(({ acceptedAt, userId }) => acceptedAt !== undefined && userId !== undefined)
    .map((item) => ({ item, outcome: alertFrom(item)?.outcome ?? null }))
    .map(({ item, outcome }) => ({
      alertId: item.pk as string,
      userId: item.userId as string,
      acceptedAt: item.acceptedAt as number,
      outcome,
      // A placed order is tracked while it is working. Its alert then has an outcome but is still marked as open.
      open: item.open !== undefined && !(outcome && livesOn(outcome)),
    }))

/**
 * The key of a log entry about an outcome: the first 20 letters of the alert's ID, and the second in which the alert
 * was accepted.
 */
const entryKey = /^([a-z2-7]{20})[0-9a-z]{6,7}$/
const nameOf = (alertId: string) => alertId.slice(0, 20)

/** Counts the log entries with an alert's outcome, by the first 20 characters of the alert's ID. */
const countLogged = async (audited: Audited): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>()
  const names = { '#key': 'key', '#size': 'size', '#begins': 'begins' }
  for (const item of await scan(audited, 'logs', 'pk, sk, #key, #size, #begins, packed', names)) {
    if (!String(item.pk).endsWith('#log#ALL')) continue
    for (const key of keysOf(item)) {
      const [, name] = entryKey.exec(key) ?? []
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return counts
}

type Activity = {
  readonly dealId: string
  readonly status: string
  readonly details?: { readonly dealReference?: string }
}

/** Counts the deals that the broker created under each of our references. */
const countDeals = async (
  { paperOrigin }: Audited,
  traders: readonly Trader[],
): Promise<ReadonlyMap<string, number>> => {
  const deals = new Map<string, Set<string>>()
  for (const { name } of traders) {
    const headers = { 'content-type': 'application/json', 'x-ig-api-key': `paper-key-audit-${name}` }
    const login = await fetch(`${paperOrigin}/gateway/deal/session`, {
      method: 'POST',
      headers: { ...headers, version: '2' },
      body: JSON.stringify({ identifier: `paper-${name}`, password: 'paper' }),
    })
    const from = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 19)
    const ask = () =>
      fetch(`${paperOrigin}/gateway/deal/history/activity?from=${from}&detailed=true&pageSize=500`, {
        headers: {
          ...headers,
          version: '3',
          cst: login.headers.get('cst') ?? '',
          'x-security-token': login.headers.get('x-security-token') ?? '',
        },
      })
    let answer = await ask()
    // The bench may have used up the account's allowance, which is available again within a minute.
    for (let turn = 0; answer.status === 403 && turn < 7; turn += 1) {
      await wait(10_000)
      answer = await ask()
    }
    if (!answer.ok) throw new Error(`paper IG told no history: ${answer.status} ${await answer.text()}`)
    const { activities } = (await answer.json()) as { activities: Activity[] }
    for (const { dealId, status, details } of activities) {
      const reference = details?.dealReference
      if (status !== 'ACCEPTED' || !reference?.startsWith('SP-')) continue
      deals.set(reference, (deals.get(reference) ?? new Set()).add(dealId))
    }
  }
  return new Map([...deals].map(([reference, ids]) => [reference, ids.size]))
}

export type Verdict = {
  /** Number of accepted alerts without an outcome, including alerts whose sender received no answer. */
  readonly lost: number
  /** Number of references under which the broker created more than one deal. */
  readonly doubled: number
  /** Number of accepted alerts that are missing from the user's log. */
  readonly notLogged: number
  readonly loggedTwice: number
  /** Number of alerts with the outcome PLACED but no deal, or with a deal but another outcome (except NEEDS_REVIEW). */
  readonly disagreeing: number
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
}

/**
 * Compares the accepted alerts with the stored alerts and the broker's deals.
 * @param traders all users who sent alerts; only their alerts are checked
 */
export const audit = async (
  audited: Audited,
  traders: readonly Trader[],
  accepted: ReadonlySet<string>,
): Promise<Verdict> => {
  const users = new Set(traders.map(({ account }) => account.userId))
  const [alerts, logged, deals] = await Promise.all([
    readAlerts(audited).then((all) => all.filter(({ userId }) => users.has(userId))),
    countLogged(audited),
    countDeals(audited, traders),
  ])
  // A reference consists of SP-, the first 20 letters of the alert's ID, and a time.
  const dealtNames = new Set([...deals.keys()].map((reference) => reference.slice(3, 23)))
  const byId = new Map(alerts.map((alert) => [alert.alertId, alert]))
  // A stored alert counts as accepted, even if its sender received no answer.
  const promised = new Set([...accepted, ...byId.keys()])
  const outcomes: Partial<Record<Outcome, number>> = {}
  let disagreeing = 0
  for (const { alertId, outcome } of alerts) {
    if (!outcome) continue
    outcomes[outcome.outcome] = (outcomes[outcome.outcome] ?? 0) + 1
    const dealt = dealtNames.has(nameOf(alertId))
    if (outcome.outcome !== 'NEEDS_REVIEW' && (outcome.outcome === 'PLACED') !== dealt) disagreeing += 1
  }
  return {
    lost: [...promised].filter((alertId) => !byId.get(alertId)?.outcome).length,
    doubled: [...deals.values()].filter((count) => count > 1).length,
    notLogged: [...promised].filter((alertId) => !logged.has(nameOf(alertId))).length,
    loggedTwice: [...logged.values()].filter((count) => count > 1).length,
    disagreeing,
    outcomes,
  }
}

/**
 * Reports the figures of an audit.
 * @param cause how alerts were interrupted; the figures' names begin with it
 * @param played what was sent and interrupted
 */
export const reportVerdict = (
  report: (measured: Measurement) => void,
  cause: string,
  { outcomes, ...verdict }: Verdict,
  played: string,
) => {
  const words = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`)
  const none = { unit: 'alerts', target: 0, ceiling: 0, floor: 0 } as const
  for (const [what, value] of [
    ['accepted and lost', verdict.lost],
    ['doubled at the broker', verdict.doubled],
    ['not in the log', verdict.notLogged],
    ['twice in the log', verdict.loggedTwice],
    ['store and broker disagree', verdict.disagreeing],
  ] as const)
    report({ name: `${cause}: ${what}`, value, ...none, note: `${played}; ${words.join(', ')}` })
}
