import { expect, it } from 'vitest'
import { manualClock } from '../../../infra/dev/testing/manual-clock.ts'
import type { MarketFacts } from '../../broker/market-facts.ts'
import { BrokerError } from '../../trading/ports/broker.ts'
import { OutOfTime } from './retry-with-allowance.ts'
import { checkEpics } from './check-epics.ts'

const facts = (epic: string, own: Partial<MarketFacts> = {}): MarketFacts => ({
  epic,
  name: `${epic} PLC`,
  expiry: 'DFB',
  country: null,
  newsCode: null,
  chartCode: null,
  marketId: null,
  status: 'TRADEABLE',
  mid: 100,
  ...own,
})
const row = (marketAndSymbol: string, igEpic: string) => ({ marketAndSymbol, igEpic })
const known = (epic: string) => ({ name: `${epic} PLC`, expiry: 'DFB' })

const answers = [
  facts('SAME'),
  facts('NAMED', { name: 'New PLC' }),
  facts('DATED', { expiry: 'DEC-26' }),
  facts('NEW'),
]

it('the check reports epics that are gone, renamed or rolled, with their instruments', async () => {
  const { findings, known: next } = await checkEpics(
    {
      clock: manualClock(),
      readMarketFacts: (epics) =>
        epics.includes('GONE')
          ? Promise.reject(new BrokerError('not-found', 'IG does not know one of them'))
          : Promise.resolve(answers.filter(({ epic }) => epics.includes(epic))),
    },
    [
      row('LSE:S', 'SAME'),
      row('LSE:N', 'NAMED'),
      row('CME:D', 'DATED'),
      row('LSE:G', 'GONE'),
      row('LSE:G2', 'GONE'),
      row('LSE:NEW', 'NEW'),
      row('LSE:NONE', ''),
    ],
    {
      SAME: known('SAME'),
      NAMED: known('NAMED'),
      DATED: { name: 'DATED PLC', expiry: 'SEP-26' },
      OLD: known('OLD'),
    },
    Number.MAX_SAFE_INTEGER,
  )
  expect(findings.map(({ kind, epic }) => [kind, epic])).toEqual([
    ['renamed', 'NAMED'],
    ['rolled', 'DATED'],
    ['gone', 'GONE'],
  ])
  expect(findings[2]?.words).toBe(
    'IG no longer has GONE, the epic for LSE:G and LSE:G2. Alerts for LSE:G and LSE:G2 are refused until you change the epic',
  )
  expect(Object.keys(next).sort()).toEqual(['DATED', 'NAMED', 'NEW', 'SAME'])
})

it('the check reads fifty epics at a time, waits for the request limit, and gives up if it runs out of time', async () => {
  const clock = manualClock(0)
  const asked: number[] = []
  const rows = Array.from({ length: 120 }, (_, index) => row(`LSE:S${index}`, `EPIC${index}`))
  const readMarketFacts = (epics: readonly string[]) => {
    if (clock.now() < 60_000 && asked.length > 0)
      return Promise.reject(new BrokerError('allowance', 'no room'))
    asked.push(epics.length)
    return Promise.resolve(epics.map((epic) => facts(epic)))
  }
  const { findings } = await checkEpics({ clock, readMarketFacts }, rows, {}, 600_000)
  expect([asked, findings]).toEqual([[50, 50, 20], []])
  clock.pass(-clock.now())
  await expect(checkEpics({ clock, readMarketFacts }, rows, {}, 30_000)).rejects.toBeInstanceOf(OutOfTime)
})
