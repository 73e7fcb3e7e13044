import { BatchWriteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type LogFilter, LogType } from '../../shared/logs/log.schema.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { type CountedKind, countedKinds, outcomeKinds } from '../../shared/logs/outcome-kinds.ts'
import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'
import { anOutcome } from '../../infra/dev/testing/examples.ts'
import { startEmbeddedDynamoDb } from '../../infra/dev/testing/embedded-dynamodb.ts'
import type { NewLogEntry } from '../trading/ports/store.ts'
import { kept } from './log-items.ts'
import { appendLog, deleteLogs } from './write-log.ts'
import { countEnded, findLogs, listLogs, logStillHolds, openLog, pageOfLogs, readLogs } from './log-store.ts'
import { dynamo } from '../aws/table.ts'
import { stepInWords } from '../../shared/trading/rules/trace.ts'

let stop: () => Promise<void>
beforeAll(async () => {
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(() => stop())
afterEach(() => vi.restoreAllMocks())

let users = 0
const newUser = () => `log-user-${(users += 1)}`
const now = Date.now()
const entry = (userId: string, change: Partial<NewLogEntry> = {}): NewLogEntry => ({
  userId,
  mode: 'DEMO',
  type: 'ALERT',
  message: 'words',
  at: now,
  ...change,
})

/** The same module loaded a second time, to simulate another process with its own memory. */
const otherFile = './write-log.ts?other'
const other = (await import(otherFile)) as Pick<typeof import('./write-log.ts'), 'appendLog' | 'deleteLogs'>
const processes = [{ appendLog, deleteLogs }, other] as const

class Crash extends Error {
  readonly isWritten: boolean
  constructor(isWritten: boolean) {
    super()
    this.isWritten = isWritten
  }
}
type Where = 'before' | 'after the entry'
/** Makes the next write fail as if the process had crashed, either before the entry is written or right after it. */
const crashAt = (where: Where) => {
  const client = dynamo()
  const send = client.send.bind(client) as (command: unknown) => Promise<unknown>
  let isWritten = false
  return vi.spyOn(client, 'send').mockImplementation((async (command: unknown) => {
    const isEntry = command instanceof PutCommand && command.input.ConditionExpression !== undefined
    const isWrite = isEntry || command instanceof BatchWriteCommand
    if (isWrite && (where === 'before' || !isEntry)) throw new Crash(isWritten)
    const answer = await send(command)
    isWritten ||= isEntry
    return answer
  }) as never)
}

/** A simple model of a log, to which the real log is compared. */
class PlainLog {
  private entries: { readonly type: LogType; readonly at: number; readonly message: string }[] = []
  private readonly keys = new Set<string>()
  private lastAt = 0

  append({ type, at, message, key }: NewLogEntry) {
    if (key !== undefined && this.keys.has(key)) return
    if (key !== undefined) this.keys.add(key)
    this.lastAt = Math.max(at, this.lastAt)
    this.entries.push({ type, at: this.lastAt, message })
  }
  delete(at: number) {
    if (this.entries.length === 0) return
    this.entries = []
    this.keys.clear()
    this.lastAt = Math.max(at, this.lastAt)
  }
  find(type: LogFilter, from: number, to: number) {
    return this.entries
      .filter((each) => (type === 'ALL' || each.type === type) && each.at >= from && each.at <= to)
      .reverse()
      .map(({ at, ...rest }) => ({ ...rest, createdAt: new Date(at).toISOString() }))
  }
}

const types = fc.constantFrom(...LogType.options)
/** Milliseconds after the start. The range is small, so that many entries have the same time. */
const time = fc.integer({ min: 0, max: 60 })
const key = fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: undefined })
const write = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('append' as const), type: types, time, key }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      type: types,
      time,
      key,
      where: fc.constantFrom<Where>('before', 'after the entry'),
      // The number of other entries, of different types, that are written together with this entry.
      company: fc.integer({ min: 0, max: 4 }),
      isRepeated: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('burst' as const),
      types: fc.array(types, { minLength: 1, maxLength: 3 }),
      time,
      count: fc.integer({ min: 2, max: 60 }),
      // Every entry whose index is a multiple of this number has the same key, as after a redelivery.
      repeated: fc.integer({ min: 3, max: 90 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), time }) },
)
const question = fc.record({
  type: fc.constantFrom<LogFilter>('ALL', ...LogType.options),
  from: fc.option(time, { nil: undefined }),
  to: fc.option(time, { nil: undefined }),
  offset: fc.integer({ min: 0, max: 50 }),
  limit: fc.integer({ min: 1, max: 60 }),
})

test('a log returns the same as a simple model after any writes, deletions and crashes', async () => {
  const by = fc.constantFrom(...processes)
  const steps = fc.array(fc.tuple(by, write, fc.array(question, { maxLength: 3 })), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const userId = newUser()
      const plain = new PlainLog()
      let number = 0
      // The keys contain the number of deletions, so that no key is used again after a deletion. The log might
      // store an entry with an earlier key, or might take it for a repetition.
      let deletions = 0
      for (const [{ appendLog, deleteLogs }, step, questions] of script) {
        const at = now + step.time
        if (step.do === 'delete') {
          await deleteLogs(userId, at)
          plain.delete(at)
          deletions += 1
        } else if (step.do === 'burst') {
          const entries = Array.from({ length: step.count }, (_, index) =>
            entry(userId, {
              type: step.types[index % step.types.length] as LogType,
              at: at + index,
              message: `entry ${(number += 1)}`,
              since: now,
              key: index % step.repeated === 0 ? `burst ${deletions}` : undefined,
            }),
          )
          await appendLog(entries)
          for (const each of entries) plain.append(each)
        } else {
          const one = entry(userId, {
            type: step.type,
            at,
            message: step.key ?? `entry ${(number += 1)}`,
            key: step.key && `${step.key} ${deletions}`,
            since: now,
          })
          if (step.do === 'crash') {
            const company = LogType.options
              .slice(0, step.company)
              .map((type) => entry(userId, { type, at, message: `entry ${(number += 1)}` }))
            const crash = crashAt(step.where)
            const isThere = await appendLog([one, ...company]).then(
              () => true,
              (error: unknown) => {
                if (!(error instanceof Crash)) throw error
                return error.isWritten
              },
            )
            crash.mockRestore()
            if (isThere) for (const each of [one, ...company]) plain.append(each)
          }
          if (step.do === 'append' || (step.isRepeated && step.key !== undefined)) {
            await appendLog([one])
            plain.append(one)
          }
        }
        for (const { type, from, to, offset, limit } of questions) {
          const instant = (given: number | undefined) => (given === undefined ? undefined : now + given)
          const query = { type, from: instant(from), to: instant(to) }
          const { count, results } = await listLogs(userId, query, offset, limit)
          const expected = plain.find(type, query.from ?? 0, query.to ?? Infinity)
          expect(count).toBe(expected.length)
          expect(results.map(({ type, message, createdAt }) => ({ type, message, createdAt }))).toEqual(
            expected.slice(offset, offset + limit),
          )
        }
      }
    }),
    { numRuns: 40 },
  )
})

test('a list misses no entry, even if the writer crashed before it wrote the entry’s pointer', async () => {
  const userId = newUser()
  const crash = crashAt('after the entry')
  await expect(appendLog([entry(userId, { type: 'TRADE', message: 'half' })])).rejects.toThrow(Crash)
  crash.mockRestore()
  const trades = async () =>
    (await listLogs(userId, { type: 'TRADE' }, 0, 10)).results.map(({ message }) => message)
  expect(await trades()).toEqual(['half'])
  await appendLog([entry(userId, { type: 'ALERT' })])
  expect(await trades()).toEqual(['half'])
  await appendLog([entry(userId, { type: 'TRADE', message: 'whole' })])
  expect(await trades()).toEqual(['whole', 'half'])
})

test('after a crash, the next append adds the missing pointers of all entries that were appended together', async () => {
  const userId = newUser()
  const crash = crashAt('after the entry')
  const together = [
    entry(userId, { type: 'TRADE', message: 'one' }),
    entry(userId, { type: 'ERROR', message: 'two' }),
  ]
  await expect(appendLog(together)).rejects.toThrow(Crash)
  crash.mockRestore()
  const messages = async (type: LogFilter) =>
    (await listLogs(userId, { type }, 0, 10)).results.map(({ message }) => message)
  const lists = async () => [await messages('ALL'), await messages('TRADE'), await messages('ERROR')]
  expect(await lists()).toEqual([['two', 'one'], ['one'], ['two']])
  await appendLog([entry(userId, { message: 'three' })])
  expect(await lists()).toEqual([['three', 'two', 'one'], ['one'], ['two']])
})

describe('many simultaneous writers of a log', () => {
  test('give each entry its own number, write each key only once, and leave each list complete', async () => {
    const userId = newUser()
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        appendLog([
          entry(userId, {
            type: LogType.options[index % 3] as LogType,
            message: `entry ${index % 12}`,
            // Two writers use each key.
            key: `key ${index % 12}`,
            at: now + index,
          }),
        ]),
      ),
    )
    const { count, results } = await listLogs(userId, { type: 'ALL' }, 0, 100)
    expect(count).toBe(12)
    expect(new Set(results.map(({ message }) => message)).size).toBe(12)
    expect(new Set(results.map(({ id }) => id)).size).toBe(12)
    const times = results.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
    for (const type of LogType.options) {
      const list = await listLogs(userId, { type }, 0, 100)
      expect(list.results).toEqual(results.filter((each) => each.type === type))
    }
  })

  test('leave a complete log even if the log is deleted meanwhile', async () => {
    const userId = newUser()
    await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => appendLog([entry(userId, { message: `entry ${index}` })])),
      deleteLogs(userId, now),
    ])
    const { count, results } = await listLogs(userId, { type: 'ALL' }, 0, 100)
    expect(results).toHaveLength(count)
    expect((await listLogs(userId, { type: 'ALERT' }, 0, 100)).results).toEqual(results)
  })
})

describe('the state that a process remembers of a log', () => {
  test('makes a read before each write unnecessary, and is dropped if another process has changed the log', async () => {
    const userId = newUser()
    const looks = vi.spyOn(dynamo(), 'send')
    const looksOf = async (work: () => Promise<unknown>) => {
      looks.mockClear()
      await work()
      return looks.mock.calls.filter(([command]) => command instanceof QueryCommand).length
    }
    const next = (message: string, at: number) => entry(userId, { key: message, since: at, at, message })
    expect(await looksOf(() => appendLog([next('one', now)]))).toBe(1)
    expect(await looksOf(() => appendLog([next('two', now + 1)]))).toBe(0)
    await other.appendLog([next('three', now + 2)])
    expect(await looksOf(() => appendLog([next('four', now + 3)]))).toBe(1)
    await other.appendLog([next('four', now + 4)])
    await other.deleteLogs(userId, now + 5)
    expect(await looksOf(() => appendLog([next('five', now + 6)]))).toBe(1)
    const { results } = await listLogs(userId, { type: 'ALL' }, 0, 10)
    expect(results.map(({ message }) => message)).toEqual(['five'])
  })

  test('is not used to look for a key that may be older than the entries that the process has read', async () => {
    const userId = newUser()
    await other.appendLog([entry(userId, { key: 'k', since: now, message: 'once' })])
    await appendLog([entry(userId, { key: 'later', since: now + 60_000, at: now + 60_000 })])
    await appendLog([entry(userId, { key: 'k', since: now, at: now + 61_000, message: 'twice' })])
    const { results } = await listLogs(userId, { type: 'ALL' }, 0, 10)
    expect(results.map(({ message }) => message)).toEqual(['words', 'once'])
  })
})

test('an append that is repeated much later, after many other entries, still adds only one entry', async () => {
  const userId = newUser()
  const first = entry(userId, { key: 'k', since: now - 1_000, message: 'once' })
  await appendLog([first])
  await appendLog(Array.from({ length: 150 }, (_, index) => entry(userId, { at: now + index })))
  await appendLog([{ ...first, at: now + 3_600_000 }])
  const { results } = await listLogs(userId, { type: 'ALL' }, 0, 1000)
  expect(results.filter(({ message }) => message === 'once')).toHaveLength(1)
})

test('an append reads at most the newest 500 items of a log', async () => {
  const userId = newUser()
  for (let from = 0; from < 700; from += 1) await appendLog([entry(userId, { at: now + from })])
  const send = vi.spyOn(dynamo(), 'send')
  // This append simulates another process that knows nothing about the log.
  await other.appendLog([entry(userId, { key: 'outcome', since: now, at: now + 700 })])
  const read = await Promise.all(
    send.mock.calls.map(async ([command], index) =>
      (command as unknown) instanceof QueryCommand
        ? ((await send.mock.results[index]?.value) as { Items?: unknown[] }).Items?.length
        : 0,
    ),
  )
  expect(read.reduce((sum: number, count) => sum + (count ?? 0), 0)).toBeLessThanOrEqual(600)
  await other.appendLog([entry(userId, { key: 'outcome', since: now, at: now + 701 })])
  expect((await listLogs(userId, { type: 'ALL' }, 0, 1)).count).toBe(701)
})

test('long content is returned unchanged', async () => {
  const userId = newUser()
  const step = {
    rule: 'position change',
    passed: true,
    fact: { kind: 'open', from: 'flat', to: 'long' },
  } as const
  const trace = Array.from({ length: 40 }, () => step)
  await appendLog([
    entry(userId, { message: 'Größe £5', description: 'd'.repeat(400), extra: anOutcome({ trace }) }),
  ])
  expect((await listLogs(userId, { type: 'ALERT' }, 0, 1)).results).toMatchObject([
    { message: 'Größe £5', description: 'd'.repeat(400), extra: { trace: trace.map(stepInWords) } },
  ])
})

test('expired entries are neither shown nor counted, and a log with only expired entries starts a new generation', async () => {
  const userId = newUser()
  const day = 86_400_000
  const old = now - kept - 2 * day
  await appendLog([
    entry(userId, { at: old, message: 'old' }),
    entry(userId, { at: old + day, message: 'old too' }),
    entry(userId, { at: now - 10 * day, message: 'young' }),
  ])
  const found = await listLogs(userId, { type: 'ALL' }, 0, 10)
  expect(found).toMatchObject({ count: 1, results: [{ message: 'young' }] })
  expect((await listLogs(userId, { type: 'ALERT', from: old }, 0, 10)).count).toBe(1)

  const other = newUser()
  await appendLog([entry(other, { at: old, message: 'old' })])
  await appendLog([entry(other, { message: 'first of the new' })])
  expect(await listLogs(other, { type: 'ALL', from: 0 }, 0, 10)).toMatchObject({
    count: 1,
    results: [{ message: 'first of the new' }],
  })
})

describe('a lagging read of a log', () => {
  /** Simulates eventually consistent reads that do not return the given entry yet. */
  const lag = (hidden: string) => {
    const client = dynamo()
    const send = client.send.bind(client) as (command: unknown) => Promise<{ Items?: { message?: string }[] }>
    vi.spyOn(client, 'send').mockImplementation((async (command: unknown) => {
      const answer = await send(command)
      if (!(command instanceof QueryCommand) || command.input.ConsistentRead === true) return answer
      const { Limit: _, ...input } = command.input
      const all = await send(new QueryCommand({ ...input }))
      const items = (all.Items ?? []).filter(({ message }) => message !== hidden)
      return { ...answer, Items: items.slice(0, command.input.Limit) }
    }) as never)
  }

  test('never hides an entry that the reader has already seen, and leaves no gap in a page', async () => {
    const userId = newUser()
    await appendLog([entry(userId, { message: 'one' })])
    await appendLog([entry(userId, { message: 'two', at: now + 1 })])
    const { version } = await openLog(userId)
    lag('two')
    expect((await openLog(userId, null)).version).not.toEqual(version)
    expect((await openLog(userId, version)).version).toEqual(version)
    const log = await openLog(userId, version)
    const page = await pageOfLogs(await findLogs(log, { type: 'ALL' }), 0, 10)
    expect(page.results.map(({ message }) => message)).toEqual(['two', 'one'])
    const ofType = await pageOfLogs(await findLogs(log, { type: 'ALERT' }), 0, 10)
    expect(ofType.results.map(({ message }) => message)).toEqual(['two', 'one'])
  })
})

test.each([
  ['close together', 1],
  ['far apart', 12],
])('entries of one type that are %s are shown completely', async (_how, apart) => {
  const userId = newUser()
  const extra = { kind: 'note', facts: { note: 'x'.repeat(400) } } as const
  for (let trade = 0; trade < 4; trade += 1) {
    for (let other = 1; other < apart; other += 1) await appendLog([entry(userId)])
    await appendLog([entry(userId, { type: 'TRADE', message: `trade ${trade}`, extra })])
  }
  const { count, results } = await listLogs(userId, { type: 'TRADE' }, 0, 3)
  expect(count).toBe(4)
  expect(results).toMatchObject(
    [3, 2, 1].map((trade) => ({
      id: `1-${(trade + 1) * apart}`,
      type: 'TRADE',
      message: `trade ${trade}`,
      extra,
    })),
  )
})

test('a range of entries stays the same while the log grows, and becomes invalid when the log is deleted', async () => {
  const userId = newUser()
  await appendLog([entry(userId, { message: 'one' }), entry(userId, { message: 'two' })])
  const range = await findLogs(await openLog(userId), { type: 'ALL' })
  await appendLog([entry(userId, { message: 'three' })])
  expect(await logStillHolds(userId, range)).toBe(true)
  expect((await readLogs(range, range.first, range.last)).map(({ message }) => message)).toEqual([
    'one',
    'two',
  ])
  await deleteLogs(userId)
  expect(await logStillHolds(userId, range)).toBe(false)
})

describe('the count of ended alerts', () => {
  const outcomes = [...Object.keys(outcomeKinds), undefined] as (Outcome | undefined)[]
  const written = fc.array(
    fc.array(
      fc.record({
        outcome: fc.constantFrom(...outcomes),
        mode: fc.constantFrom('DEMO' as const, 'LIVE' as const),
        later: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 30 },
    ),
    { minLength: 1, maxLength: 8 },
  )

  test('is exact for each mode from any start time, even after a deletion', async () => {
    await fc.assert(
      fc.asyncProperty(
        written,
        fc.boolean(),
        fc.integer({ min: -2, max: 200 }),
        async (batches, isCleared, start) => {
          const userId = newUser()
          let at = now
          if (isCleared) {
            await appendLog([entry(userId, { extra: anOutcome({ outcome: 'PLACED' }) })])
            await deleteLogs(userId, now)
          }
          const all: NewLogEntry[] = []
          for (const batch of batches) {
            const entries = batch.map(({ outcome, mode, later }) =>
              entry(userId, {
                mode,
                at: (at += later),
                ...(outcome ? { extra: anOutcome({ outcome }) } : {}),
              }),
            )
            await appendLog(entries)
            all.push(...entries)
          }
          const from = now + start
          const count = (mode: Mode, kind: CountedKind) =>
            all.filter(
              (each) =>
                each.at >= from &&
                each.mode === mode &&
                each.extra?.kind === 'outcome' &&
                outcomeKinds[each.extra.outcome] === kind,
            ).length
          const counts = (mode: Mode) =>
            Object.fromEntries(countedKinds.map((kind) => [kind, count(mode, kind)]))
          expect(await countEnded(await openLog(userId), from)).toEqual({
            DEMO: counts('DEMO'),
            LIVE: counts('LIVE'),
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  test('is zero for a log without entries', async () => {
    const none = { placed: 0, refused: 0, failed: 0 }
    expect(await countEnded(await openLog(newUser()), 0)).toEqual({ DEMO: none, LIVE: none })
  })

  test('needs no more reads for a long log than for a short log', async () => {
    const userId = newUser()
    const write = async (count: number) => {
      for (let each = 0; each < count; each += 25)
        await appendLog(
          Array.from({ length: 25 }, (_, index) =>
            entry(userId, { at: now + each + index, extra: anOutcome() }),
          ),
        )
    }
    const callsOf = async () => {
      const log = await openLog(userId)
      const send = vi.spyOn(dynamo(), 'send')
      expect((await countEnded(log, now + 150)).DEMO.refused).toBeGreaterThan(0)
      const { length } = send.mock.calls
      send.mockRestore()
      return length
    }
    await write(400)
    const short = await callsOf()
    await write(2_000)
    expect(await callsOf()).toBeLessThanOrEqual(short)
  })
})

test('entries of release 0.2.0, which have no kind, get their kind from their facts', async () => {
  const userId = newUser()
  const { kind: _, ...outcome } = anOutcome({ alertId: 'a' })
  const told = [
    { extra: { ...outcome, sentence: 'words' }, shown: anOutcome({ alertId: 'a' }) },
    { extra: { alertId: 'a', dealId: 'D1' }, shown: { kind: 'alert', alertId: 'a', dealId: 'D1' } },
    { extra: { problems: { action: 'no' } }, shown: { kind: 'unreadable', problems: { action: 'no' } } },
    {
      extra: { address: 'x', how: 'by password' },
      shown: { kind: 'session', address: 'x', how: 'by password' },
    },
    { extra: { market: 'LSE:VOD' }, shown: { kind: 'note', facts: { market: 'LSE:VOD' } } },
  ]
  for (const { extra } of told) await appendLog([entry(userId, { extra: extra as NewLogEntry['extra'] })])
  const { results } = await listLogs(userId, { type: 'ALL' }, 0, told.length)
  expect(results.map(({ extra }) => extra).toReversed()).toEqual(told.map(({ shown }) => shown))
})
