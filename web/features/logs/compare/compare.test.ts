import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aLogEntry, anAlertLine } from '../../../testing/examples.ts'
import type { AlertLine } from '../../../../shared/logs/alert-line.schema.ts'
import { readAlertLog } from './alert-log.ts'
import { compareAlerts, type Finding, type Known } from './compare.ts'
import { type ExampleRow, logFile, messageText, ownSecret } from './example-log.ts'

const day = Date.parse('2026-01-05T15:00:00Z')
const iso = (seconds: number) => new Date(day + seconds * 1_000).toISOString()
const now = day + 3_600_000

/** Returns a message that was sent some seconds after the log begins. */
const sentAt = (
  seconds: number,
  own: Readonly<Record<string, string>> = {},
  row: Partial<ExampleRow> = {},
) => ({
  at: iso(seconds),
  message: messageText({ time: iso(seconds), ...own }),
  ...row,
})
const arrivedAt = (seconds: number, own: Partial<AlertLine> = {}) =>
  anAlertLine({ alertId: `at${seconds}`, acceptedAt: iso(seconds), ...own })

const found = async (rows: readonly ExampleRow[], known: Partial<Known> = {}) =>
  compareAlerts(await readAlertLog(logFile(rows), ownSecret), { alerts: [], entries: [], ...known }, now)

/** Shortens a finding to its kind and its alert or reason. */
const briefly = (finding: Finding) => {
  switch (finding.kind) {
    case 'arrived':
      return `${finding.kind} ${finding.alert.alertId}${finding.times > 1 ? ` ×${finding.times}` : ''}`
    case 'extra':
      return `${finding.kind} ${finding.alert.alertId}`
    case 'ignored':
      return `${finding.kind} ${finding.alertId}`
    case 'unreadable':
      return `${finding.kind} ${finding.entry.id}`
    default:
      return `${finding.kind}: ${finding.reason}`
  }
}
const comparedBriefly = async (...given: Parameters<typeof found>) => (await found(...given)).map(briefly)

describe('compareAlerts', () => {
  it("matches two equal messages 10 s apart to their own alerts, and lists the period's alerts that are not in the file", async () => {
    expect(
      await comparedBriefly([sentAt(0), sentAt(10), sentAt(60, { action: 'sell' })], {
        alerts: [
          arrivedAt(-20),
          arrivedAt(2),
          arrivedAt(11),
          arrivedAt(40),
          arrivedAt(61, { action: 'SELL' }),
          arrivedAt(70),
        ],
      }),
    ).toEqual(['arrived at2', 'arrived at11', 'arrived at61', 'extra at40'])
  })

  it('combines a message and its repetitions by TradingView into one finding', async () => {
    const again = { time: iso(0) }
    expect(
      await comparedBriefly([sentAt(0), sentAt(5, again), sentAt(10, again), sentAt(30)], {
        alerts: [arrivedAt(12), arrivedAt(31)],
      }),
    ).toEqual(['arrived at12 ×3', 'arrived at31'])
  })

  it('treats equal messages without ID and time as repeats only if they are less than a minute apart', async () => {
    const message = JSON.stringify({ secret: ownSecret, market: 'LSE:VOD', action: 'buy', price: '72.4' })
    const rows = [0, 59, 61].map((seconds) => ({ at: iso(seconds), message }))
    expect(await comparedBriefly(rows, { alerts: [arrivedAt(1), arrivedAt(62)] })).toEqual([
      'arrived at1 ×2',
      'arrived at62',
    ])
  })

  it('finds the alert that first used a repeated ID, whether it is in the file or only in the log', async () => {
    const own = { id: 'x' }
    const entry = aLogEntry({
      createdAt: iso(301),
      extra: {
        kind: 'ignored',
        alertId: 'long-ago',
        id: 'y',
        refused: { action: 'SELL', market: 'LSE:VOD', price: '72.4', firedAt: null },
        first: { action: 'SELL', market: 'LSE:VOD', price: '70', firedAt: null },
      },
    })
    expect(
      await comparedBriefly([sentAt(0, own), sentAt(120, own), sentAt(300, { id: 'y', action: 'sell' })], {
        alerts: [arrivedAt(1)],
        entries: [entry],
      }),
    ).toEqual(['arrived at1', 'ignored at1', 'ignored long-ago'])
  })

  it('finds the log entry of a message that could not be read', async () => {
    const smart = messageText({}).replaceAll('"', '“')
    const [{ message: lost } = { message: null }] = (
      await readAlertLog(logFile([{ at: iso(0), message: smart }]), ownSecret)
    ).messages.map(({ problems }) => ({ message: problems }))
    const entry = (seconds: number, problems: Readonly<Record<string, string>>) =>
      aLogEntry({
        id: `e${seconds}`,
        createdAt: iso(seconds),
        extra: { kind: 'unreadable', problems, received: null },
      })
    expect(
      await comparedBriefly(
        [
          { at: iso(0), message: smart },
          sentAt(60, { action: 'UP' }),
          { at: iso(100), message: 'Price crossed 72' },
        ],
        { entries: [entry(1, { ...lost, secret: 'worded for its owner' }), entry(62, { action: 'other' })] },
      ),
    ).toEqual(['unreadable e1', 'lost: unreadable', 'lost: unreadable'])
  })

  it('gives the likely reason why a message never arrived', async () => {
    const other = { secret: 'Another_secret-0123456' }
    const entries = [
      aLogEntry({ createdAt: iso(605), extra: { kind: 'old secret', retiredAt: iso(0) } }),
      aLogEntry({
        createdAt: iso(1_400),
        extra: { kind: 'note', facts: { refused: 3, fromMinute: iso(1_200) } },
      }),
    ]
    expect(
      await comparedBriefly(
        [
          sentAt(0),
          sentAt(60, {}, { status: 'Timed out' }),
          sentAt(120, {}, { status: 'Failed' }),
          sentAt(180, {}, { status: 'Delivered' }),
          sentAt(240, {}, { status: 'Delivered', id: '2002' }),
          sentAt(300, {}, { status: 'Pending' }),
          sentAt(360, other),
          sentAt(420, { secret: '' }),
          sentAt(600, other),
          sentAt(1_200),
          sentAt(1_800, {}, { status: '' }),
          sentAt(-31 * 24 * 3_600),
        ],
        { alerts: [arrivedAt(1)], entries },
      ),
    ).toEqual([
      'arrived at1',
      ...['timed out', 'failed', 'unexplained', 'elsewhere', 'not said', 'other secret', 'no secret'].map(
        (reason) => `lost: ${reason}`,
      ),
      'lost: old secret',
      'lost: throttled',
      'not compared: no webhook',
      'not compared: too old',
    ])
  })

  it('never pairs a LIVE alert with a message that has the DEMO secret', async () => {
    const live = { secret: 'The_live-secret-012345' }
    expect(
      await comparedBriefly([sentAt(0), sentAt(0, live)], {
        alerts: [arrivedAt(1, { mode: 'LIVE' }), arrivedAt(2)],
      }),
    ).toEqual(['arrived at2', 'arrived at1'])
    expect(
      await comparedBriefly([sentAt(0), sentAt(0, live)], { alerts: [arrivedAt(1, { mode: 'LIVE' })] }),
    ).toEqual(['lost: unexplained', 'arrived at1'])
  })

  it('uses each row and each alert only once, whatever the order of the rows', async () => {
    const seconds = fc.integer({ min: 0, max: 200 })
    const rows = fc.array(
      fc.record({
        at: seconds,
        action: fc.constantFrom('buy', 'sell', 'UP'),
        id: fc.constantFrom('', 'a', 'b'),
        status: fc.constantFrom('delivered', '', 'failed'),
      }),
      { minLength: 1, maxLength: 20 },
    )
    const alerts = fc.uniqueArray(
      fc.record({
        at: fc.integer({ min: 0, max: 230_000 }),
        action: fc.constantFrom('BUY', 'SELL'),
        mode: fc.constantFrom('DEMO' as const, 'LIVE' as const),
      }),
      { selector: ({ at }) => at, maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(rows, alerts, fc.infiniteStream(fc.nat()), async (messages, arrived, random) => {
        const written = messages.map(({ at, action, id, status }) =>
          sentAt(at, { action, ...(id && { id }) }, { status }),
        )
        const known = {
          alerts: arrived.map(({ at, action, mode }) => arrivedAt(at / 1_000, { action, mode })),
        }
        const findings = await found(written, known)
        const sent = findings.flatMap((finding) => (finding.kind === 'extra' ? [] : [finding]))
        expect(sent.reduce((sum, { times }) => sum + times, 0)).toBe(written.length)
        expect(new Set(sent.map(({ message }) => message.line)).size).toBe(sent.length)
        const ids = findings.flatMap((finding) => ('alert' in finding ? [finding.alert.alertId] : []))
        expect(new Set(ids).size).toBe(ids.length)
        const shuffled = written
          .map((row) => ({ row, place: random.next().value }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ row }) => row)
        expect((await comparedBriefly(shuffled, known)).toSorted()).toEqual(findings.map(briefly).toSorted())
      }),
      { numRuns: 60 },
    )
  })
})
