import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import { listInstruments } from './instrument-store.ts'
import { listLogs } from '../logs/log-store.ts'
import { saveSettings } from '../settings/settings-store.ts'
import { dynamo } from '../aws/table.ts'
import { deleteUserProfile, putNewUser } from '../accounts/user-store.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { instrument } from '../../infra/dev/testing/instruments.ts'
import { manualClock } from '../../infra/dev/testing/manual-clock.ts'
import { replaceInstruments } from '../../infra/dev/testing/replace-instruments.ts'
import { YahooError } from './yahoo/failures.ts'
import { fetchDividendDates, pacing } from './fetch-dividend-dates.ts'

useEmbeddedDynamoDb()
afterEach(() => {
  vi.restoreAllMocks()
})

const credentials = { accountId: null, version: 0, missing: ['API key'] }
let turn = 0
let users: string[] = []
const makeUser = async (holdings: Readonly<Record<string, string | null>>) => {
  const id = `holder-${turn}-${users.length}`
  users.push(id)
  await putNewUser({
    id,
    firstName: 'A',
    lastName: 'B',
    email: `${id}@example.com`,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastLogin: null,
  })
  await saveSettings({
    userId: id,
    version: 1,
    mode: 'DEMO',
    rules: defaultTradingRules,
    credentials: { DEMO: credentials, LIVE: credentials },
    tradingPause: null,
  })
  const rows = Object.entries(holdings).map(([yahooSymbol, nextDividendDate], index) =>
    instrument(`LSE:S${index}`, { yahooSymbol, nextDividendDate }),
  )
  await replaceInstruments(id, rows)
  return id
}
const datesOf = async (userId: string) =>
  Object.fromEntries((await listInstruments(userId)).map((row) => [row.yahooSymbol, row.nextDividendDate]))
const logOf = async (userId: string) => (await listLogs(userId, { type: 'ALL' }, 0, 10)).results

let clock: ReturnType<typeof manualClock>
let asked: string[]
/** Yahoo's successive responses for each symbol: a date, null or an error. */
let says: Record<string, (string | null | YahooError)[]>
let funds: string[]
const world = () => ({
  clock,
  readExDividendDate: async (symbol: string) => {
    asked.push(symbol)
    const answers = says[symbol] ?? [null]
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof YahooError) throw answer
    return { date: answer ?? null, isFund: funds.includes(symbol) }
  },
})
const unreachable = new YahooError('unreachable', 'Yahoo gave an unexpected response')
const throttled = new YahooError('throttled', 'Yahoo is refusing requests for now')
const never = Number.MAX_SAFE_INTEGER

beforeEach(async () => {
  for (const id of users) await deleteUserProfile(id)
  await dynamo().send(new DeleteCommand({ TableName: 'instruments', Key: { pk: 'dividends', sk: 'run' } }))
  users = []
  turn += 1
  // It is half past midnight in London, but still the previous day in UTC.
  clock = manualClock(Date.UTC(2026, 5, 3, 23, 30))
  asked = []
  says = {}
  funds = []
})

test('a dividend date is requested once per symbol, and written to every list that has the symbol', async () => {
  const one = await makeUser({ 'VOD.L': null, AAPL: '2026-05-01', '': null })
  const other = await makeUser({ 'VOD.L': '2026-07-01' })
  says = { 'VOD.L': ['2026-06-11'], AAPL: ['2026-05-11'] }
  expect(await fetchDividendDates(world(), null, never)).toBeNull()
  expect(asked).toEqual(['AAPL', 'VOD.L'])
  // A past date is not used as the next date.
  expect(await datesOf(one)).toEqual({ 'VOD.L': '2026-06-11', AAPL: null, '': null })
  expect(await datesOf(other)).toEqual({ 'VOD.L': '2026-06-11' })
  expect(await logOf(one)).toMatchObject([
    { type: 'UNSPECIFIED', mode: 'DEMO', message: 'Dividend dates fetched: 2 symbols, 2 changed, 0 failed' },
  ])
})

test('a fund is marked in the list as long as Yahoo reports it as a fund, because Yahoo has no dates for funds', async () => {
  const one = await makeUser({ QQQ: null, SPY: '2026-06-19', AAPL: null })
  const rows = async () =>
    (await listInstruments(one)).map(({ yahooSymbol, nextDividendDate, isFund }) => [
      yahooSymbol,
      nextDividendDate,
      isFund,
    ])
  funds = ['QQQ', 'SPY']
  await fetchDividendDates(world(), null, never)
  expect(await rows()).toEqual([
    ['QQQ', null, true],
    ['SPY', '2026-06-19', true],
    ['AAPL', null, undefined],
  ])
  funds = ['QQQ']
  await fetchDividendDates(world(), null, never)
  expect((await rows())[1]).toEqual(['SPY', '2026-06-19', undefined])
})

test('a dividend date is kept if it is today in London, or if it is in the future and Yahoo does not know it', async () => {
  const one = await makeUser({ A: null, B: '2026-06-04', C: '2026-06-03' })
  says = { A: ['2026-06-04'], B: [null], C: ['2026-03-01'] }
  await fetchDividendDates(world(), null, never)
  expect(await datesOf(one)).toEqual({ A: '2026-06-04', B: '2026-06-04', C: null })
})

test('a symbol that fails keeps its date, is retried after pauses, and is named in the log', async () => {
  const one = await makeUser({ A: '2026-06-30', B: '2026-06-30', C: '2026-06-30' })
  says = {
    A: [unreachable],
    B: [unreachable, '2026-06-20'],
    C: [new YahooError('unknown', 'Yahoo does not know this symbol')],
  }
  const began = clock.now()
  await fetchDividendDates(world(), null, never)
  expect(asked).toEqual(['A', 'A', 'A', 'B', 'B', 'C'])
  expect(clock.now() - began).toBe(2 * pacing.pause + 1_000 + 4_000 + 1_000)
  expect(await datesOf(one)).toEqual({ A: '2026-06-30', B: '2026-06-20', C: '2026-06-30' })
  expect(await logOf(one)).toMatchObject([
    {
      type: 'ERROR',
      message: 'Dividend dates fetched: 3 symbols, 1 changed, 2 failed',
      description: 'Not updated: A, C',
      extra: { facts: { failed: { A: unreachable.message, C: 'Yahoo does not know this symbol' } } },
    },
  ])
})

test('a fetch stops if Yahoo keeps refusing requests', async () => {
  const one = await makeUser({ A: null, B: '2026-06-30', C: '2026-06-30' })
  says = { A: ['2026-06-20'], B: [throttled], [pacing.probe]: [throttled] }
  await fetchDividendDates(world(), null, never)
  expect(asked).toEqual(['A', 'B', 'B', 'B', pacing.probe])
  expect(await datesOf(one)).toEqual({ A: '2026-06-20', B: '2026-06-30', C: '2026-06-30' })
  expect(await logOf(one)).toMatchObject([
    { extra: { facts: { failed: { B: throttled.message, C: throttled.message } } } },
  ])
})

test('a fetch stops if Yahoo does not respond', async () => {
  const symbols = Array.from({ length: 9 }, (_, index) => `S${index}`)
  await makeUser(Object.fromEntries(symbols.map((symbol) => [symbol, null])))
  says = Object.fromEntries([...symbols, pacing.probe].map((symbol) => [symbol, [unreachable]]))
  await fetchDividendDates(world(), null, never)
  expect(new Set(asked).size).toBe(pacing.silence + 1)
})

test('failing symbols of one user do not end the fetch for another user', async () => {
  const bad = Array.from({ length: 2 * pacing.silence }, (_, index) => `BAD${index}`)
  await makeUser(Object.fromEntries(bad.map((symbol) => [symbol, null])))
  const other = await makeUser({ Y: null, Z: null })
  says = Object.fromEntries(bad.map((symbol) => [symbol, [unreachable]]))
  says = { ...says, BAD9: [throttled], Y: ['2026-06-20'], Z: ['2026-06-21'] }
  expect(await fetchDividendDates(world(), null, never)).toBeNull()
  expect(await datesOf(other)).toEqual({ Y: '2026-06-20', Z: '2026-06-21' })
  expect(new Set(asked)).toEqual(new Set([...bad, 'Y', 'Z', pacing.probe]))
})

test('the fetch for a long list does not delay the fetch for a short list', async () => {
  await makeUser(Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`A${index}`, null])))
  await makeUser({ Z: null })
  await fetchDividendDates(world(), null, never)
  expect(asked).toEqual(['A0', 'Z', 'A1', 'A2', 'A3', 'A4', 'A5'])
})

test('a list of 4,500 symbols is fetched in parts of at most 2,000, within three nights', async () => {
  const holdings = Object.fromEntries(Array.from({ length: 4_500 }, (_, index) => [`S${index}.L`, null]))
  const holder = await makeUser(holdings)
  const ofNights: number[] = []
  const all = new Set<string>()
  for (let night = 0; night < 3; night += 1) {
    asked = []
    await fetchDividendDates(world(), null, never)
    ofNights.push(asked.length)
    for (const symbol of asked) all.add(symbol)
    await clock.sleep(86_400_000 - (clock.now() % 86_400_000))
  }
  expect(ofNights).toEqual([2_000, 2_000, 2_000])
  expect(all.size).toBe(4_500)
  expect((await logOf(holder))[0]).toMatchObject({
    message: 'Dividend dates fetched: 2,000 symbols, 0 changed, 0 failed',
    description: 'Your list has 4,500 symbols. 2,000 are checked each night, in turn',
  })
})

test('a fetch that a user starts is reported only in that user’s log', async () => {
  const one = await makeUser({ A: null, B: null })
  const other = await makeUser({ A: null })
  says = { A: ['2026-06-20'] }
  const rest = await fetchDividendDates(world(), null, clock.now() - 1, one)
  await fetchDividendDates(world(), JSON.parse(JSON.stringify(rest)), never)
  expect(await datesOf(other)).toEqual({ A: '2026-06-20' })
  expect((await logOf(one)).map(({ message }) => message)).toEqual([
    'Dividend dates fetched: 2 symbols, 1 changed, 0 failed',
    'Dividend dates: 1 of 2 symbols checked so far',
  ])
  expect(await logOf(other)).toEqual([])
})

test('a fetch that runs out of time continues in the next invocation, and the log reports it', async () => {
  const one = await makeUser({ A: null, B: null, C: null, D: null })
  says = { A: ['2026-06-20'], B: ['2026-06-21'], C: ['2026-06-22'], D: ['2026-06-23'] }
  const rest = await fetchDividendDates(world(), null, clock.now() + pacing.pause - 1)
  expect(rest).toMatchObject({ after: 'B', asked: 2 })
  expect(await datesOf(one)).toEqual({ A: '2026-06-20', B: '2026-06-21', C: null, D: null })
  expect(await logOf(one)).toMatchObject([{ message: 'Dividend dates: 2 of 4 symbols checked so far' }])
  expect(await fetchDividendDates(world(), JSON.parse(JSON.stringify(rest)), never)).toBeNull()
  expect(asked).toEqual(['A', 'B', 'C', 'D'])
  expect(await datesOf(one)).toEqual({ A: '2026-06-20', B: '2026-06-21', C: '2026-06-22', D: '2026-06-23' })
  expect((await logOf(one))[0]).toMatchObject({
    message: 'Dividend dates fetched: 4 symbols, 4 changed, 0 failed',
  })
})

test('only one fetch runs at a time, and a crashed fetch does not block others for ever', async () => {
  await makeUser({ A: null, B: null })
  const rest = await fetchDividendDates(world(), null, 0)
  expect(rest).toMatchObject({ after: 'A' })
  clock.pass(1)
  expect(await fetchDividendDates(world(), null, never)).toBeNull()
  expect(asked).toEqual(['A'])
  clock.pass(12 * 60_000)
  await fetchDividendDates(world(), null, never)
  expect(asked).toEqual(['A', 'A', 'B'])
})

test('the state for the next invocation does not grow with the number of failed symbols', async () => {
  const symbols = Array.from({ length: 2 * pacing.maxNamed + 3 }, (_, index) => `S${100 + index}`)
  const one = await makeUser(
    Object.fromEntries([...symbols.slice(0, -1), 'T'].map((symbol) => [symbol, null])),
  )
  const other = await makeUser({ S100: null, [symbols.at(-1) as string]: null })
  const unknown = new YahooError('unknown', 'Yahoo does not know this symbol')
  says = Object.fromEntries(symbols.map((symbol) => [symbol, [unknown]]))
  const rest = await fetchDividendDates(world(), null, clock.now() + (symbols.length - 1) * pacing.pause - 1)
  expect(rest).toMatchObject({ asked: symbols.length, failed: symbols.length })
  expect(Object.keys(rest?.failures[one]?.named ?? {})).toEqual(symbols.slice(0, pacing.maxNamed))
  await fetchDividendDates(world(), JSON.parse(JSON.stringify(rest)), never)
  expect((await logOf(one))[0]).toMatchObject({
    type: 'ERROR',
    message: 'Dividend dates fetched: 103 symbols, 0 changed, 102 failed',
    description: `Not updated: ${symbols.slice(0, pacing.maxNamed).join(', ')} and 52 more`,
  })
  expect((await logOf(other))[0]).toMatchObject({
    description: `Not updated: S100, ${symbols.at(-1)}`,
    extra: { facts: { failed: { S100: unknown.message, [symbols.at(-1) as string]: unknown.message } } },
  })
})

test('an invocation that is repeated after a crash reports its result only once', async () => {
  const one = await makeUser({ A: null })
  const progress = { run: String(clock.now()), after: '', asked: 0, failed: 0, failures: {}, changed: {} }
  await fetchDividendDates(world(), progress, never)
  await fetchDividendDates(world(), progress, never)
  expect(await logOf(one)).toHaveLength(1)
})

test('only a fetch that finishes writes the line for the operator’s alarm', async () => {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const resultLines = () => written.filter((line) => line.includes(operatorLines.dividendDatesFetched)).length
  await makeUser({ A: null, B: null })
  const rest = await fetchDividendDates(world(), null, 0)
  expect(resultLines()).toBe(0)
  await fetchDividendDates(world(), rest, never)
  expect(resultLines()).toBe(1)
  says = { A: [throttled], [pacing.probe]: [throttled] }
  await fetchDividendDates(world(), null, never)
  expect(resultLines()).toBe(1)
  expect(written.at(-1)).toContain('gave up')
})
