import type { LogFilter, LogType } from '../../../../shared/logs/log.schema.ts'
import {
  changeInstruments,
  findInstrument,
  listInstruments,
  openInstruments,
} from '../../../../functions/instruments/instrument-store.ts'
import { appendLog, deleteLogs } from '../../../../functions/logs/write-log.ts'
import { findLogs, type LogQuery, openLog, pageOfLogs } from '../../../../functions/logs/log-store.ts'
import { instrument } from '../../testing/instruments.ts'
import { replaceList } from '../../../../functions/instruments/replace-list.ts'
import { replaceInstruments } from '../../testing/replace-instruments.ts'
import { startCountingAws } from './counting-aws.ts'
import { type LaidLog, layLog } from './lay-logs.ts'
import type { Measurement } from '../measured.ts'
import { print } from './print.ts'
import { decide } from '../../../../shared/trading/decide.ts'
import { anOutcome } from '../../testing/examples.ts'
import { aSnapshot } from '../../testing/trading-values.ts'

/** This program measures the read and write units of the log and of instruments, as DynamoDB would bill them. */

const aws = await startCountingAws()
const { unitsOf } = aws

const pageSize = 50

type Bounds = Pick<Measurement, 'target' | 'ceiling' | 'floor'>

/**
 * A page is a strongly consistent read of fifty entries of a quarter kilobyte each. The log's head is read separately.
 */
const plainPage: Bounds = { target: 3, ceiling: 5, floor: 2 }
const pageBetweenDates: Bounds = { target: 8, ceiling: 10, floor: 3 }
/**
 * The list of a type contains only pointers to the entries. This makes reading more expensive, but writing and storage
 * cheaper.
 */
const pageOfType: Bounds = { target: 8, ceiling: 10, floor: 2 }
const pageOfTypeBetweenDates: Bounds = { target: 12, ceiling: 20, floor: 3 }
const oneSmallRead: Bounds = { target: 1, ceiling: 1, floor: 0.5 }

const measureLog = async (length: number) => {
  const log = await layLog(`bench-${length}`, length, Date.now())
  const size = length.toLocaleString('en-GB')
  const note =
    length > 1_000
      ? 'only the stretches that are touched lie in the table; numbers say how long the log is'
      : undefined
  const page = async (name: string, query: LogQuery, offset: number, bounds: Bounds) => {
    let found = 0
    const { read } = await unitsOf(async () => {
      const range = await findLogs(await openLog(log.userId, null), query)
      found = (await pageOfLogs(range, offset, pageSize)).results.length
    })
    if (found !== pageSize) throw new Error(`${name} of ${size} found ${found} entries, not ${pageSize}`)
    print({
      name: `${name}, ${size} entries`,
      value: read,
      unit: 'read units',
      ...bounds,
      ...(note ? { note } : {}),
    })
  }
  const middle = Math.floor(length / 2)
  const ofType = (type: LogType): LogFilter => type
  await page('first page of the log', { type: 'ALL' }, 0, plainPage)
  await page('page in the middle of the log', { type: 'ALL' }, length - middle - 50, plainPage)
  await page('last page of the log', { type: 'ALL' }, length - pageSize, plainPage)
  await page('first page of one type', { type: ofType('TRADE') }, 0, pageOfType)
  await page(
    'last page of one type',
    { type: ofType('TRADE') },
    Math.floor(length / 4) - pageSize,
    pageOfType,
  )
  const dates = { from: log.at(middle - 20) + 1, to: log.at(length - 30) - 1 }
  await page('page between two dates', { type: 'ALL', ...dates }, 0, pageBetweenDates)
  await page(
    'page of one type between two dates',
    { type: ofType('ORDER'), ...dates },
    0,
    pageOfTypeBetweenDates,
  )
  await measurePoll(log, size)
  await measureWrites(log, size)
}

const measurePoll = async ({ userId }: LaidLog, size: string) => {
  const { version } = await openLog(userId)
  const { read } = await unitsOf(() => openLog(userId, version))
  print({
    name: `unchanged poll of the log, ${size} entries`,
    value: read,
    unit: 'read units',
    ...oneSmallRead,
  })
}

const measureWrites = async ({ userId, length }: LaidLog, size: string) => {
  const count = 64
  const begun = Date.now()
  const { read, write } = await unitsOf(async () => {
    for (let number = 0; number < count; number += 1)
      await appendLog([
        {
          userId,
          mode: 'DEMO',
          type: (['ALERT', 'TRADE', 'ORDER', 'ERROR'] as const)[number % 4] as LogType,
          message: `Position opened: BUY ${number} of KA.D.VOD.DAILY.IP at 88.42, stop 84.1, limit 96.9`,
          key: `alert-${length}-${number}`,
          since: begun + number * 15_000,
          at: begun + number * 15_000,
        },
      ])
  })
  print({
    name: `appending to the log, ${size} entries`,
    value: write / count,
    unit: 'write units',
    target: 3,
    ceiling: 3,
    floor: 2,
  })
  print({
    name: `looking before appending, ${size} entries`,
    value: read / count,
    unit: 'read units',
    target: 1,
    ceiling: 2,
    floor: 0.5,
    note: 'a quarter of a minute apart; what came within seconds before is looked through for the entry’s key',
  })
  const deletion = await unitsOf(() => deleteLogs(userId))
  print({
    name: `deleting the log, ${size} entries`,
    value: deletion.write,
    unit: 'write units',
    target: 1,
    ceiling: 1,
    floor: 1,
  })
  const { read: empty } = await unitsOf(async () => {
    const range = await findLogs(await openLog(userId, null), { type: 'ALL' })
    const { count: left } = await pageOfLogs(range, 0, pageSize)
    if (left !== 0) throw new Error(`The log of ${size} is not empty after its deletion`)
  })
  print({
    name: `first page after deleting, ${size} entries`,
    value: empty,
    unit: 'read units',
    ...oneSmallRead,
  })
}

/** Measures log entries with a complete trace, as on a page of a busy trader's log. */
const measureTraces = async () => {
  const userId = 'bench-traces'
  const { trace } = decide(aSnapshot())
  const { write } = await unitsOf(async () => {
    for (let number = 0; number < pageSize; number += 1)
      await appendLog([
        {
          userId,
          mode: 'DEMO',
          type: 'ALERT',
          message: 'Refused: an order for LSE:VOD was placed 2 hours ago, and the cooldown is 24 hours',
          description: 'BUY LSE:VOD at 88.42: REFUSED',
          extra: anOutcome({ alertId: `alert-${number}`, trace: [...trace] }),
          at: Date.now(),
        },
      ])
  })
  print({
    name: 'appending an entry with its whole trace',
    value: write / pageSize,
    unit: 'write units',
    target: 3,
    ceiling: 3,
    floor: 2,
  })
  const { read } = await unitsOf(async () =>
    pageOfLogs(await findLogs(await openLog(userId, null), { type: 'ALL' }), 0, pageSize),
  )
  print({
    name: 'page of 50 whole traces',
    value: read,
    unit: 'read units',
    target: 10,
    ceiling: 25,
    floor: 2.5,
    note: 'a trace is kept whole, and one of a kilobyte is a quarter of a unit',
  })
}

const measureInstruments = async (count: number) => {
  const userId = `bench-instruments-${count}`
  const size = count.toLocaleString('en-GB')
  const rows = Array.from({ length: count }, (_, index) =>
    instrument(`${['LSE', 'NASDAQ', 'NYSE', 'XETR'][index % 4]}:S${index.toString(36).toUpperCase()}`, {
      igEpic: `KA.D.S${index}.DAILY.IP`,
      yahooSymbol: `S${index}.L`,
      maxPositionSize: String(1_000 + ((index * 37) % 9_000)),
      atrStopLossMultiplePercentage: String(100 + (index % 150)),
      nextDividendDate: index % 3 === 0 ? `2026-${String(1 + (index % 12)).padStart(2, '0')}-15` : null,
    }),
  )
  const other = rows.map((row) => ({ ...row, openingPriceMultiplePercentage: '101' }))
  const figure = async (name: string, what: 'read' | 'write', bounds: Bounds, work: () => Promise<unknown>) =>
    print({ name, value: (await unitsOf(work))[what], unit: `${what} units`, ...bounds })
  // A kilobyte holds about thirty compressed rows. Each chunk is billed as whole units, so even a short list has a
  // minimum.
  const whole = (share: number) => Math.max(70, Math.ceil(count * share))
  const upload = { target: whole(0.05), ceiling: whole(0.05), floor: Math.ceil(count * 0.02) }
  await figure(`first upload of ${size} instruments`, 'write', upload, () => replaceInstruments(userId, rows))
  // The upload also stores the previous list, which is compressed as a whole.
  const kept = { target: whole(0.07), ceiling: whole(0.1), floor: Math.ceil(count * 0.02) }
  await figure(`upload of ${size} instruments over another list`, 'write', kept, () =>
    replaceList(
      userId,
      () => other,
      () => 'Instruments uploaded',
    ),
  )
  const reread = { target: whole(0.01), ceiling: whole(0.02), floor: Math.ceil(count * 0.003) }
  await figure(`page of ${size} instruments, all read again`, 'read', reread, () => listInstruments(userId))
  await figure(`page of ${size} instruments, warm`, 'read', oneSmallRead, async () =>
    (await openInstruments(userId, null)).rows(),
  )
  await figure(`search in ${size} instruments, warm`, 'read', oneSmallRead, async () =>
    (await (await openInstruments(userId, null)).rows()).filter(({ igEpic }) => igEpic.includes('S77')),
  )
  const edit = { target: Math.ceil(8 + count / 2_000), ceiling: Math.ceil(15 + count / 1_000), floor: 1 }
  await figure(`edit of one of ${size} instruments`, 'write', edit, () =>
    changeInstruments(userId, (before) =>
      before.map((row, index) => (index === count / 2 ? { ...row, maxPositionSize: '77' } : row)),
    ),
  )
  const lookUp = { target: 1, ceiling: 1, floor: 0.5 }
  await figure(`one of ${size} instruments by its name, warm`, 'read', lookUp, () =>
    findInstrument(userId, 'LSE:S0'),
  )
}

try {
  for (const length of [1_000, 100_000, 1_000_000]) await measureLog(length)
  await measureTraces()
  // A million rows would be more than a request may contain.
  for (const count of [1_000, 10_000, 100_000]) await measureInstruments(count)
} finally {
  await aws.stop()
  if (process.connected) process.disconnect()
}
