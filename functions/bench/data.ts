import type { LogFilter, LogType } from '../../shared/log.ts'
import {
  changeInstruments,
  findInstrument,
  listInstruments,
  openInstruments,
  replaceInstruments,
} from '../stores/instruments.ts'
import { appendLog, deleteLogs, findLogs, type LogQuery, openLog, pageOfLogs } from '../stores/logs.ts'
import { instrument } from '../testing/instruments.ts'
import { startCountingAws } from './counting-aws.ts'
import { type LaidLog, layLog } from './lay-logs.ts'
import { print } from './print.ts'

/** Read and write units of the log and of the instruments, as DynamoDB would bill them. */

const aws = await startCountingAws()

const unitsOf = async (work: () => Promise<unknown>) => {
  const from = aws.calls.length
  await work()
  const calls = aws.calls.slice(from)
  const sum = (what: 'readUnits' | 'writeUnits') => calls.reduce((total, call) => total + call[what], 0)
  return { read: sum('readUnits'), write: sum('writeUnits') }
}

const pageSize = 50

const measureLog = async (length: number) => {
  aws.measureUnits(false)
  const log = await layLog(`bench-${length}`, length, Date.now())
  aws.measureUnits(true)
  const size = length.toLocaleString('en-GB')
  const note =
    length > 1_000
      ? 'only the stretches that are touched lie in the table; numbers say how long the log is'
      : undefined
  const page = async (
    name: string,
    query: LogQuery,
    offset: number,
    ceiling: number,
    expected = pageSize,
  ) => {
    let found = 0
    const { read } = await unitsOf(async () => {
      const range = await findLogs(await openLog(log.userId, null), query)
      found = (await pageOfLogs(range, offset, pageSize)).results.length
    })
    if (found !== expected) throw new Error(`${name} of ${size} found ${found} entries, not ${expected}`)
    print({
      name: `${name}, ${size} entries`,
      value: read,
      unit: 'read units',
      ceiling,
      ...(note ? { note } : {}),
    })
  }
  const middle = Math.floor(length / 2)
  const ofType = (type: LogType): LogFilter => type
  await page('first page of the log', { type: 'ALL' }, 0, 3)
  await page('page in the middle of the log', { type: 'ALL' }, length - middle - 50, 3)
  await page('last page of the log', { type: 'ALL' }, length - pageSize, 3)
  await page('first page of one type', { type: ofType('TRADE') }, 0, 3)
  await page('last page of one type', { type: ofType('TRADE') }, Math.floor(length / 4) - pageSize, 3)
  const dates = { from: log.at(middle - 20) + 1, to: log.at(length - 30) - 1 }
  await page('page between two dates', { type: 'ALL', ...dates }, 0, 6)
  await page('page of one type between two dates', { type: ofType('ORDER'), ...dates }, 0, 6)
  await measurePoll(log, size)
  await measureWrites(log, size)
}

const measurePoll = async ({ userId }: LaidLog, size: string) => {
  const { version } = await openLog(userId)
  const { read } = await unitsOf(() => openLog(userId, version))
  print({ name: `unchanged poll of the log, ${size} entries`, value: read, unit: 'read units', ceiling: 0.5 })
}

const measureWrites = async ({ userId, length }: LaidLog, size: string) => {
  const count = 64
  const { read, write } = await unitsOf(async () => {
    for (let number = 0; number < count; number += 1)
      await appendLog([
        {
          userId,
          mode: 'DEMO',
          type: (['ALERT', 'TRADE', 'ORDER', 'ERROR'] as const)[number % 4] as LogType,
          message: `Position opened: BUY ${number} of KA.D.VOD.DAILY.IP at 88.42, stop 84.1, limit 96.9`,
          key: `alert-${length}-${number}`,
          since: Date.now(),
          at: Date.now(),
        },
      ])
  })
  print({
    name: `appending to the log, ${size} entries`,
    value: write / count,
    unit: 'write units',
    ceiling: 2.3,
  })
  print({ name: `looking before appending, ${size} entries`, value: read / count, unit: 'read units' })
  const deletion = await unitsOf(() => deleteLogs(userId))
  print({ name: `deleting the log, ${size} entries`, value: deletion.write, unit: 'write units', ceiling: 1 })
  const { read: empty } = await unitsOf(async () => {
    const range = await findLogs(await openLog(userId, null), { type: 'ALL' })
    const { count: left } = await pageOfLogs(range, 0, pageSize)
    if (left !== 0) throw new Error(`The log of ${size} is not empty after its deletion`)
  })
  print({
    name: `first page after deleting, ${size} entries`,
    value: empty,
    unit: 'read units',
    ceiling: 0.5,
  })
}

/** An alert's whole trace in each entry: what a page of a busy trader's log is like. */
const measureTraces = async () => {
  const userId = 'bench-traces'
  const trace = Array.from({ length: 16 }, (_, index) => ({
    rule: ['cooldown', 'dividend date', 'open positions', 'price sanity'][index % 4],
    passed: index < 15,
    saw: { value: `${88 + index * 1.37}`, at: new Date(Date.UTC(2026, 8, 7, 9, index)).toISOString() },
    limit: `${index * 12}`,
    sentence: `Rule ${index + 1} saw ${index * 7} and allows ${index * 12} at most`,
  }))
  const { write } = await unitsOf(async () => {
    for (let number = 0; number < pageSize; number += 1)
      await appendLog([
        {
          userId,
          mode: 'DEMO',
          type: 'ALERT',
          message: 'Refused: an order for LSE:VOD was placed 2 hours ago, and the cooldown is 24 hours',
          description: 'BUY LSE:VOD at 88.42: REFUSED',
          extra: { alertId: `alert-${number}`, outcome: 'REFUSED', trace },
          at: Date.now(),
        },
      ])
  })
  print({
    name: 'appending an entry with its whole trace',
    value: write / pageSize,
    unit: 'write units',
    ceiling: 2.3,
  })
  const { read } = await unitsOf(async () =>
    pageOfLogs(await findLogs(await openLog(userId, null), { type: 'ALL' }), 0, pageSize),
  )
  print({ name: 'page of 50 whole traces', value: read, unit: 'read units' })
}

const measureInstruments = async () => {
  const userId = 'bench-instruments'
  const rows = Array.from({ length: 10_000 }, (_, index) =>
    instrument(`${['LSE', 'NASDAQ', 'NYSE', 'XETR'][index % 4]}:S${index.toString(36).toUpperCase()}`, {
      igEpic: `KA.D.S${index}.DAILY.IP`,
      yahooSymbol: `S${index}.L`,
      maxPositionSize: String(1_000 + ((index * 37) % 9_000)),
      atrStopLossMultiplePercentage: String(100 + (index % 150)),
      nextDividendDate: index % 3 === 0 ? `2026-${String(1 + (index % 12)).padStart(2, '0')}-15` : null,
    }),
  )
  const other = rows.map((row) => ({ ...row, openingPriceMultiplePercentage: '101' }))
  const figure = async (
    name: string,
    what: 'read' | 'write',
    ceiling: number | undefined,
    work: () => Promise<unknown>,
  ) =>
    print({
      name,
      value: (await unitsOf(work))[what],
      unit: `${what} units`,
      ...(ceiling === undefined ? {} : { ceiling }),
    })
  await figure('first upload of 10,000 instruments', 'write', 500, () => replaceInstruments(userId, rows))
  await figure('upload of 10,000 instruments over another list', 'write', 500, () =>
    replaceInstruments(userId, other),
  )
  await figure('page of 10,000 instruments, all read anew', 'read', undefined, () => listInstruments(userId))
  await figure('page of 10,000 instruments, warm', 'read', 0.5, async () =>
    (await openInstruments(userId, null)).rows(),
  )
  await figure('search in 10,000 instruments, warm', 'read', 0.5, async () =>
    (await (await openInstruments(userId, null)).rows()).filter(({ igEpic }) => igEpic.includes('S77')),
  )
  await figure('edit of one of 10,000 instruments', 'write', 20, () =>
    changeInstruments(userId, (before) =>
      before.map((row, index) => (index === 5_000 ? { ...row, maxPositionSize: '77' } : row)),
    ),
  )
  await figure('one instrument by its name, warm', 'read', 1, () => findInstrument(userId, 'LSE:S0'))
}

try {
  for (const length of [1_000, 100_000, 1_000_000]) await measureLog(length)
  await measureTraces()
  await measureInstruments()
} finally {
  await aws.stop()
  if (process.connected) process.disconnect()
}
