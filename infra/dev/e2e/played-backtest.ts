import { expect } from 'vitest'
import type { JournalTrade } from '../../../shared/journal/journal.schema.ts'
import {
  formatOneDecimal,
  formatTwoDecimals,
  signedMoney,
  signedNumber,
  signedTwoDecimals,
} from '../../../shared/platform/figures.ts'
import type { PastCloud } from './past-cloud.ts'
import type { Visitor } from './visitor.ts'

/** The chart's time zone. Its clocks change during the tested month or shortly before. */
const zone = 'America/New_York'
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })

const minute = 60_000
const mark = 'Marked signal'

/** A trade of the backtest, and the live trade on which it is based. */
type Made = {
  readonly live: JournalTrade | null
  readonly sign: number
  readonly opened: number
  readonly closed: number
  /** Number of IG's points by which the live price was worse. 100 of them are one point at TradingView. */
  readonly entryWorse: number
  readonly exitWorse: number
  readonly openPrice: number
  readonly closePrice: number
  readonly profit: number
}

const madeFrom = (live: JournalTrade, place: number): Made => {
  const sign = live.direction === 'BUY' ? 1 : -1
  const [entryWorse, exitWorse] = [(place % 4) * 25, ((place % 3) - 1) * 10]
  return {
    live,
    sign,
    entryWorse,
    exitWorse,
    opened: Math.floor(Date.parse(live.openedAt) / minute) * minute,
    closed: Math.floor(Date.parse(live.closedAt ?? '') / minute) * minute,
    openPrice: (live.openLevel - sign * entryWorse) / 100,
    closePrice: (live.closeLevel + sign * exitWorse) / 100,
    profit: place % 3 === 0 ? -4.25 : 6.5,
  }
}

/** Returns a backtest trade that has no live trade. It opens three hours after another trade. */
const missedAfter = (made: Made): Made => ({
  ...made,
  live: null,
  opened: made.opened + 180 * minute,
  closed: made.opened + 200 * minute,
  profit: 1.75,
})

const fileOf = (made: readonly Made[]) =>
  [
    'Trade number,Type,Date and time,Signal,Price USD,Size (qty),Size (value),Net PnL USD,Net PnL %,Cumulative PnL USD',
    ...made
      .map(({ sign, opened, closed, openPrice, closePrice, profit }, place) => {
        const side = sign > 0 ? 'long' : 'short'
        const total = `1,${openPrice},${profit < 0 ? `(${-profit})` : profit},1,1`
        return [
          `${place + 1},Exit ${side},${clock.format(closed)},${mark},${closePrice},${total}`,
          `${place + 1},Entry ${side},${clock.format(opened)},${mark},${openPrice},${total}`,
        ]
      })
      .toReversed()
      .flat(),
  ].join('\r\n')

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Calculates the pounds per point for the whole size, from the trade's result and the change of its price. */
const pointValueOf = ({ live }: Made) =>
  live ? Math.abs(live.result / (live.closeLevel - live.openLevel)) : NaN

const figureIn = (text: string | undefined) => Number(text?.replace('−', '-').replace(/[^\d.-]/g, ''))

/**
 * Compares the trades of the month with a backtest whose differences are known, and checks that the figures on the page
 * add up.
 */
export const comparesBacktest = async (past: PastCloud, visitor: Visitor) => {
  const asked = { zone: 'UTC', strategy: 'Golden Cross', market: 'NASDAQ:AAPL', offset: 0, limit: 1_000 }
  const { results } = await past.client.call('listTrades', asked)
  const live = results
    .filter(({ isOpen }) => !isOpen)
    .toSorted((one, other) => Date.parse(one.openedAt) - Date.parse(other.openedAt))
  expect(live.length).toBeGreaterThan(15)
  // The third and the sixth trade exist only live. Three other trades exist only in the backtest.
  const onlyLive = live.filter((_, place) => place === 2 || place === 5)
  const matched = live.map(madeFrom).filter((_, place) => place !== 2 && place !== 5)
  const missed = matched.slice(3, 6).map(missedAfter)
  const all = [...matched, ...missed].toSorted((one, other) => one.opened - other.opened)

  const sent: string[] = []
  visitor.page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const { page } = visitor
  await visitor.goTo('/dashboard/journal?strategy=Golden%20Cross')
  await visitor.press('Compare with a backtest')
  await page.getByLabel('Market', { exact: true }).selectOption('NASDAQ:AAPL')
  await visitor.fill('Time zone of the chart', zone)
  await page.getByLabel('TradingView’s list of trades').setInputFiles({
    name: 'month.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(fileOf(all)),
  })
  const sentence = page.getByText(/ trades matched/)
  await visitor.see(sentence)

  const inR = (made: Made, points: number) => (points * pointValueOf(made)) / (made.live?.risk ?? NaN)
  const withR = matched.filter(({ live: own }) => own?.risk != null)
  expect(withR.length).toBeGreaterThan(12)
  const average = (pointsOf: (made: Made) => number) =>
    sumOf(withR.map((made) => inR(made, pointsOf(made)))) / withR.length
  const whole = average(({ entryWorse, exitWorse }) => entryWorse + exitWorse)
  const delay = average(({ live: own }) => -(own?.costs.delay ?? NaN))
  const spread = average(({ live: own }) => -(own?.costs.execution ?? NaN))
  const exits = average(({ exitWorse }) => exitWorse)
  const other = whole - delay - spread - exits
  const words = (await sentence.textContent()) ?? ''
  expect(words).toContain(
    `${matched.length} of ${all.length} trades matched; live made ${formatTwoDecimals(whole)} R less a trade: `,
  )
  const partOf = (name: string) => figureIn(new RegExp(`[−\\d.]+(?= ${name})`).exec(words)?.[0] ?? '0')
  const shown = ['entry delay', 'spread', 'exits', 'other'].map(partOf)
  expect(sumOf(shown)).toBeCloseTo(Number(whole.toFixed(2)), 6)
  for (const [place, exact] of [delay, spread, exits, other].entries())
    expect(Math.abs((shown[place] ?? NaN) - exact)).toBeLessThan(0.010_1)

  const cells = await page.getByRole('table', { name: 'Result of both' }).getByRole('cell').allTextContents()
  const columnOf = (name: 'Backtest' | 'Live') =>
    cells.filter((_, place) => place % 2 === (name === 'Backtest' ? 0 : 1))
  const points = (made: Made) => (made.closePrice - made.openPrice) * 100 * made.sign
  const wonOf = (won: number, of: number) => `${formatOneDecimal((100 * won) / of)}%`
  expect(columnOf('Backtest')).toEqual([
    String(all.length),
    '0',
    wonOf(all.filter(({ profit }) => profit > 0).length, all.length),
    signedNumber(Number(sumOf(all.map(points)).toFixed(4))),
    signedMoney(sumOf(all.map(({ profit }) => profit)), 'USD'),
    '–',
  ])
  const rs = live.flatMap(({ r }) => r ?? [])
  expect(columnOf('Live')).toEqual([
    String(live.length),
    '0',
    wonOf(live.filter(({ result }) => result > 0).length, live.length),
    signedNumber(
      Number(
        sumOf(
          live.map((own) => (own.closeLevel - own.openLevel) * (own.direction === 'BUY' ? 1 : -1)),
        ).toFixed(4),
      ),
    ),
    signedMoney(sumOf(live.map(({ result }) => result)), 'GBP'),
    `${signedTwoDecimals(sumOf(rs))} R${rs.length < live.length ? ` (${rs.length} of ${live.length} trades)` : ''}`,
  ])

  await page.setViewportSize({ width: 390, height: 844 })
  const cards = page.getByRole('list', { name: 'Matched trades' }).getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(matched.length)
  const texts = await cards.allTextContents()
  for (const [place, made] of matched.entries()) {
    const text = texts[place] ?? ''
    const value = pointValueOf(made)
    for (const [name, worse] of [
      ['Entry', made.entryWorse],
      ['Exit', made.exitWorse],
    ] as const) {
      expect(text).toContain(`${signedNumber(-worse)} points, ${signedMoney(-worse * value, 'GBP')}`)
      expect(text).toMatch(new RegExp(`${name} (\\+\\d+ s|0 s|\\+\\d+ min[^:]*):`))
    }
    const r = inR(made, -made.entryWorse - made.exitWorse)
    if (Number.isFinite(r)) expect(text).toContain(`${signedTwoDecimals(r)} R`)
  }
  await page.getByText(`Only in the backtest (${missed.length})`, { exact: true }).click()
  await visitor.see(page.getByRole('table', { name: 'Trades only in the backtest' }))
  await page.getByText(`Only live (${onlyLive.length})`, { exact: true }).click()
  await visitor.see(page.getByRole('table', { name: 'Trades only live' }))

  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  )
  expect(stored).toContain(zone)
  for (const kept of [stored, ...sent]) expect(kept).not.toMatch(/Marked|month\.csv/)
  await page.setViewportSize({ width: 1280, height: 1000 })
}
