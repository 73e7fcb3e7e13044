import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { makePerson, type Person, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import rows from '../../../../infra/dev/testing/last-release-rows.json' with { type: 'json' }
import { anAlert } from '../../../../infra/dev/testing/trading-values.ts'
import type { AlertLine } from '../../../../shared/logs/alert-line.schema.ts'
import type { RequestOf, ResponseOf } from '../../../../shared/contract/index.ts'
import { dynamo, tableName } from '../../../aws/table.ts'
import { getAlert, putAlert, saveOutcome, saveState } from '../../../alerts/alert-store.ts'
import type { AlertOutcome, AlertRecord } from '../../../trading/ports/alert-record.ts'
import { pack, unpack } from '../../../aws/packed.ts'

useAccounts()

const now = Date.now()
const minute = 60_000

/** @param at how many milliseconds ago the alert arrived */
const arrive = async (
  { id: userId }: Person,
  alertId: string,
  at: number,
  more: Partial<AlertRecord['alert']> = {},
): Promise<AlertRecord> => {
  const record: AlertRecord = {
    alertId,
    userId,
    acceptedAt: now - at,
    outcome: null,
    waits: 0,
    ofMinute: 1,
    captured: { mode: 'DEMO', accountId: 'ABC12', credentialsVersion: 2 },
    alert: anAlert({ action: 'BUY', market: 'LSE:VOD', ...more }),
  }
  await putAlert(record)
  return record
}

const end = (record: AlertRecord, outcome: AlertOutcome['outcome'], more: Partial<AlertOutcome> = {}) =>
  saveOutcome(record, {
    outcome,
    ending: { kind: 'told', sentence: `${outcome}: why` },
    trace: [],
    decidedAt: record.acceptedAt + 500,
    ...more,
  })

const list = async ({ browser }: Person, request: Partial<RequestOf<'listAlerts'>> = {}) => {
  const answer = await browser.call('listAlerts', request)
  expect(answer.status).toBe(200)
  return answer.body as unknown as ResponseOf<'listAlerts'>
}
const idsOf = ({ results }: { readonly results: readonly AlertLine[] }) =>
  results.map(({ alertId }) => alertId)

let named = 0
const nameOf = (text: string) => `${text}${(named += 1)}${Date.now()}`

describe('the list of alerts by time', () => {
  test('shows a user’s own alerts with state and outcome, newest first', async () => {
    const [ann, bob] = [await makePerson(), await makePerson()]
    const [first, second] = [
      await arrive(ann, nameOf('a'), 2_000, { strategy: 'orb' }),
      await arrive(ann, nameOf('b'), 1_000),
    ]
    await arrive(bob, nameOf('c'), 500)
    const step = {
      rule: 'position change',
      passed: false,
      fact: { kind: 'reduce', from: 'long', to: 'long' },
    } as const
    await end(first, 'REFUSED', { trace: [step], name: 'Vodafone Group PLC' })
    expect((await list(ann, { state: 'open' })).results).toEqual([
      expect.objectContaining({ alertId: second.alertId, state: 'open', outcome: null, message: null }),
    ])
    expect(await list(ann)).toEqual({
      results: [
        {
          alertId: first.alertId,
          mode: 'DEMO',
          state: 'ended',
          action: 'BUY',
          market: 'LSE:VOD',
          name: 'Vodafone Group PLC',
          strategy: 'orb',
          acceptedAt: new Date(first.acceptedAt).toISOString(),
          outcome: 'REFUSED',
          message: 'REFUSED: why',
          reason: 'REFUSED: why',
          endedAt: new Date(first.acceptedAt + 500).toISOString(),
          rule: 'position change',
          answerBy: null,
        },
      ],
      next: null,
    })
  })

  test('has pages that omit no alert, even if many alerts were accepted in one millisecond', async () => {
    const ann = await makePerson()
    const names = Array.from({ length: 7 }, () => nameOf('same'))
    for (const name of names) await end(await arrive(ann, name, 1_000), 'PLACED')
    const found: string[] = []
    for (let after: string | undefined; ;) {
      const page = await list(ann, { limit: 2, ...(after ? { after } : {}) })
      found.push(...idsOf(page))
      if (page.next === null) break
      after = page.next
    }
    expect(found.toSorted()).toEqual(names.toSorted())
  })

  test('can be filtered by market, strategy, outcome, state and time', async () => {
    const ann = await makePerson()
    const placed = await arrive(ann, nameOf('p'), 3 * minute, { market: 'LSE:BP', strategy: 'orb' })
    const refused = await arrive(ann, nameOf('r'), 2 * minute, { strategy: 'gap' })
    const open = await arrive(ann, nameOf('o'), minute)
    await end(placed, 'PLACED')
    await end(refused, 'REFUSED')
    const ids = async (request: Partial<RequestOf<'listAlerts'>>) => idsOf(await list(ann, request))
    expect(await ids({ market: 'lse:bp' })).toEqual([placed.alertId])
    expect(await ids({ strategy: 'gap' })).toEqual([refused.alertId])
    expect(await ids({ outcome: 'PLACED' })).toEqual([placed.alertId])
    expect(await ids({ state: 'open' })).toEqual([open.alertId])
    expect(await ids({ state: 'ended' })).toEqual([refused.alertId, placed.alertId])
    expect(await ids({})).toEqual([refused.alertId, placed.alertId])
    expect(await ids({ mode: 'LIVE' })).toEqual([])
    const at = (back: number) => new Date(now - back).toISOString()
    expect(await ids({ from: at(2.5 * minute), to: at(1.5 * minute) })).toEqual([refused.alertId])
    expect(await ids({ from: at(minute), to: at(2 * minute) })).toEqual([])
  })

  test('continues on the next page if a page reads only alerts that the filter excludes', async () => {
    const ann = await makePerson()
    const wanted = await arrive(ann, nameOf('w'), 10 * minute, { market: 'LSE:RR' })
    await end(wanted, 'PLACED')
    for (let count = 0; count < 260; count += 1)
      await end(await arrive(ann, nameOf('n'), 5 * minute - count), 'REFUSED')
    const first = await list(ann, { market: 'LSE:RR', limit: 10 })
    expect(first.results).toEqual([])
    const second = await list(ann, { market: 'LSE:RR', limit: 10, after: first.next as string })
    expect({ ids: idsOf(second), next: second.next }).toEqual({ ids: [wanted.alertId], next: null })
  })

  test('finds all alerts with one kind of outcome, even if a page of other alerts comes first', async () => {
    const ann = await makePerson()
    const kinds = ['PLACED', 'EXPIRED', 'REJECTED', 'REFUSED', 'PLACED'] as const
    const old: string[] = []
    for (const [place, outcome] of kinds.entries()) {
      const record = await arrive(ann, nameOf('k'), 20 * minute + place)
      old.push(record.alertId)
      await end(record, outcome)
    }
    for (let count = 0; count < 260; count += 1)
      await end(await arrive(ann, nameOf('n'), 10 * minute - count), 'ASKED', { answerBy: now - 1 })
    const all = async (kind: RequestOf<'listAlerts'>['kind']) => {
      const found: string[] = []
      for (let after: string | null | undefined; after !== null;) {
        const page = await list(ann, { kind, limit: 1, ...(after === undefined ? {} : { after }) })
        found.push(...idsOf(page))
        after = page.next
      }
      return found
    }
    expect(await all('placed')).toEqual([old[0], old[4]])
    expect(await all('refused')).toEqual([old[1], old[3]])
    expect(await all('failed')).toEqual([old[2]])
  })

  test('sums up the alerts of each burst, unless the list is filtered by market', async () => {
    const ann = await makePerson()
    for (let count = 0; count < 5; count += 1)
      await end(await arrive(ann, nameOf('burst'), minute + count), 'PLACED', { requests: 2 })
    const { bursts } = await list(ann, { mode: 'DEMO', limit: 2 })
    expect(bursts).toMatchObject([{ alerts: 5, requests: 10, parts: [{ outcome: 'PLACED', count: 5 }] }])
    expect(await list(ann, { market: 'LSE:VOD' })).not.toHaveProperty('bursts')
  })
})

describe('the list of alerts that need the user’s answer', () => {
  test('shows an alert until the user answers it or it expires, even if many newer alerts arrive', async () => {
    const ann = await makePerson()
    const review = await arrive(ann, nameOf('review'), 20 * 24 * 3_600_000)
    const held = await arrive(ann, nameOf('held'), 50 * minute, { action: 'CLOSE' })
    const asked = await arrive(ann, nameOf('asked'), 2_000)
    const late = await arrive(ann, nameOf('late'), 2 * minute)
    const waits = await arrive(ann, nameOf('waits'), minute, { action: 'CLOSE' })
    await end(review, 'NEEDS_REVIEW')
    await end(held, 'HELD', { answerBy: now + 100 * minute })
    await end(asked, 'ASKED', { answerBy: now + 5 * minute })
    await end(late, 'ASKED', { answerBy: now - 1 })
    await saveState(waits, 'waits')
    for (let count = 0; count < 30; count += 1)
      await end(await arrive(ann, nameOf('x'), 500 - count), 'REFUSED')

    expect(idsOf(await list(ann, { state: 'asking' }))).toEqual(
      [asked, waits, held, review].map(({ alertId }) => alertId),
    )
    for (const [state, { alertId }] of Object.entries({ review, held, asks: asked, waits }) as [
      AlertLine['state'],
      AlertRecord,
    ][])
      expect(idsOf(await list(ann, { state }))).toEqual([alertId])
    expect((await list(ann, { state: 'ended', limit: 100 })).results.at(-1)).toMatchObject({
      alertId: late.alertId,
    })

    await end(waits, 'PLACED')
    expect(
      await ann.browser.call('resolveReview', { alertId: review.alertId, verdict: 'NOT_OPEN' }),
    ).toMatchObject({ status: 200 })
    const stored = (await getAlert(asked.alertId)) as AlertRecord
    await saveState(stored, 'ended')
    expect(idsOf(await list(ann, { state: 'asking' }))).toEqual([held.alertId])
  })

  test('has pages, which begin with the alert whose deadline comes first', async () => {
    const ann = await makePerson()
    const names = Array.from({ length: 5 }, () => nameOf('held'))
    for (const [index, name] of names.entries())
      await end(await arrive(ann, name, minute), 'HELD', { answerBy: now + (index + 1) * minute })
    const first = await list(ann, { state: 'asking', limit: 3 })
    const second = await list(ann, { state: 'asking', limit: 3, after: first.next as string })
    expect([...idsOf(first).toSorted(), ...idsOf(second).toSorted()]).toEqual([
      ...names.slice(0, 3).toSorted(),
      ...names.slice(3).toSorted(),
    ])
    expect(second.next).toBeNull()
  })

  test('omits alerts held by *Stop everything* once the user dismisses them', async () => {
    const ann = await makePerson()
    await ann.browser.call('setTradingPause', { paused: true, holdExits: true })
    for (let count = 0; count < 30; count += 1)
      await end(await arrive(ann, nameOf('held'), minute), 'HELD', { answerBy: now + 100 * minute })
    await ann.browser.call('setTradingPause', { paused: false })
    expect((await list(ann, { state: 'held', limit: 100 })).results).toHaveLength(30)
    await ann.browser.call('setTradingPause', { forgetHeld: true })
    expect((await list(ann, { state: 'held', limit: 100 })).results).toEqual([])
  })
})

describe('a review', () => {
  test('can be resolved only once and only by its user, and is logged', async () => {
    const [ann, bob] = [await makePerson(), await makePerson()]
    const review = await arrive(ann, nameOf('review'), minute)
    await end(review, 'NEEDS_REVIEW')
    const request = { alertId: review.alertId, verdict: 'NOT_OPEN' } as const
    expect(await bob.browser.call('resolveReview', request)).toMatchObject({ status: 404 })
    for (let count = 0; count < 2; count += 1)
      expect(await ann.browser.call('resolveReview', request)).toMatchObject({
        status: 200,
        body: { message: 'Review resolved' },
      })
    const { results } = (await ann.browser.call('listLogs', { type: 'ALERT' })).body as { results: unknown[] }
    expect(results).toMatchObject([
      {
        message: 'Review resolved: you checked at IG, and it is not open',
        extra: { alertId: review.alertId, verdict: 'NOT_OPEN' },
      },
    ])
    const other = await arrive(ann, nameOf('placed'), minute)
    await end(other, 'PLACED')
    expect(await ann.browser.call('resolveReview', { ...request, alertId: other.alertId })).toMatchObject({
      status: 404,
    })
  })
})

test('an alert from release 0.2.0 has a state, but is listed only after this release has saved its state or outcome', async () => {
  const ann = await makePerson()
  const old = { ...(rows.alerts[0] as Record<string, unknown>), userId: ann.id, acceptedAt: now - minute }
  const put = (pk: string, more: Record<string, unknown>) =>
    dynamo().send(new PutCommand({ TableName: tableName('alerts'), Item: { ...old, pk, ...more } }))
  const { outcome, ...undecided } = old as unknown as { readonly outcome: { readonly base64: string } }
  const packed = Buffer.from(outcome.base64, 'base64')
  const needsReview = { ...(unpack(packed) as object), outcome: 'NEEDS_REVIEW', mayShowLater: true }
  const [ended, review, open] = [nameOf('old'), nameOf('old'), nameOf('old')]
  await put(ended, { outcome: packed })
  await put(review, { outcome: pack(needsReview) })
  await dynamo().send(new PutCommand({ TableName: tableName('alerts'), Item: { ...undecided, pk: open } }))
  const stateOfAlert = async (alertId: string) =>
    ((await ann.browser.call('getAlert', { alertId })).body as { state: string }).state
  expect(await Promise.all([ended, review, open].map(stateOfAlert))).toEqual(['ended', 'review', 'open'])
  expect(idsOf(await list(ann))).toEqual([])
  await saveState((await getAlert(review)) as AlertRecord, 'review')
  await end((await getAlert(open)) as AlertRecord, 'PLACED')
  expect(idsOf(await list(ann)).toSorted()).toEqual([review, open].toSorted())
  expect(idsOf(await list(ann, { state: 'review' }))).toEqual([review])
})
