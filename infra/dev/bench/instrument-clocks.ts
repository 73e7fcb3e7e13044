import { setTimeout as wait } from 'node:timers/promises'
import { instrumentHeaders, instrumentLimits } from '../../../shared/instruments/instrument.schema.ts'
import { ApiClient } from '../../api-client.ts'
import { demoUser } from '../local/seed.ts'
import type { BenchCloud } from './bench-cloud.ts'
import { type Measurement, median } from './measured.ts'

const rows = instrumentLimits.instruments
const pairs = 15

/** Searching and uploading ten thousand instruments over HTTP, each against the least that its way costs. */
export const timeInstruments = async (cloud: BenchCloud, report: (measured: Measurement) => void) => {
  const client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
  const time = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const compare = async (times: number, work: () => Promise<unknown>, least: () => Promise<unknown>) => {
    const pairsOf: { long: number; short: number }[] = []
    for (let turn = 0; turn < times; turn += 1)
      pairsOf.push({ short: await time(least), long: await time(work) })
    return {
      ratio: median(pairsOf.map(({ long, short }) => long / short)),
      long: median(pairsOf.map(({ long }) => long)),
    }
  }

  const upload = (count: number) => () => client.call('uploadInstruments', { file: csv(count) })
  const imported = await compare(4, upload(rows), upload(1))
  report({
    name: 'import of 10,000 instruments against one of 1',
    value: imported.ratio,
    unit: '×',
    target: 40,
    floor: 1,
    note: `${imported.long.toFixed(0)} ms, with every cell checked, over HTTP`,
  })
  await upload(rows)()

  const page = { offset: 0, limit: 20 }
  const search = () => client.call('searchInstruments', { ...page, marketAndSymbol: 'SYM99' })
  await search()
  await client.call('getMe', {})
  await wait(200)
  const searched = await compare(pairs, search, () => client.call('getMe', {}))
  report({
    name: 'search over 10,000 instruments against a call that searches nothing',
    value: searched.ratio,
    unit: '×',
    target: 3,
    floor: 1,
    note: `${searched.long.toFixed(1)} ms over HTTP, warm`,
  })
}

const csv = (count: number) =>
  [
    Object.values(instrumentHeaders).join(),
    ...Array.from(
      { length: count },
      (_, row) =>
        `LSE:SYM${row},KA.D.S${String(row).padStart(5, '0')}.DAILY.IP,SYM${row % instrumentLimits.yahooSymbolsPerNight}.L,14,200,14,400,5000,100.5,1,`,
    ),
  ].join('\n')
