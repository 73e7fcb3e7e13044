import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aJournal, aTrade } from '../../../../infra/dev/testing/example-journal.ts'
import type { JournalTrade } from '../../../../shared/journal/journal.schema.ts'
import { anInstrument, pageOf } from '../../../testing/examples.ts'
import { open, signIn } from '../../../testing/render.tsx'
import { answer, requestsTo } from '../../../testing/server.ts'

const header =
  'Trade number,Type,Date and time,Signal,Price USD,Size (qty),Size (value),Net PnL USD,Net PnL %'
const fileOf = (...rows: readonly string[]) =>
  new File([[header, ...rows].join('\n')], 'trades.csv', { type: 'text/csv' })

const rowsOf = (number: number, day: string, prices: readonly [number, number], profit: number) => [
  `${number},Exit long,${day} 15:00,Hidden reason,${prices[1]},1,1,${profit},1`,
  `${number},Entry long,${day} 09:30,Hidden plan,${prices[0]},1,1,${profit},1`,
]

/** A trade at £2 a point with £20 at risk. */
const liveTrade = (
  id: string,
  day: string,
  [openLevel, closeLevel]: readonly [number, number],
): JournalTrade => {
  const closedAt = `${day}T20:00:30.000Z`
  const result = (closeLevel - openLevel) * 2
  const leg = { closedAt, openLevel, closeLevel, result, size: 2, closer: 'alert', link: 'booked' } as const
  return aTrade({
    id,
    openedAt: `${day}T14:30:40.000Z`,
    closedAt,
    openLevel,
    closeLevel,
    result,
    size: 2,
    r: result / 20,
    risk: 20,
    costs: { delay: -0.6, execution: -0.2, exit: null },
    legs: [{ ...leg, reference: '', period: '' }],
  })
}

const trades = [
  liveTrade('D1', '2026-11-10', [100.8, 104]),
  liveTrade('D2', '2026-11-11', [100.8, 97]),
  liveTrade('D4', '2026-11-13', [100, 101]),
]

beforeEach(() => {
  localStorage.clear()
  signIn()
  answer('getJournal', { ...aJournal(), strategies: [' ', 'momentum', 'orb'] })
  const others = [aTrade({ id: 'X1', market: 'LSE:VOD' })]
  answer('listTrades', { ...pageOf([...trades, ...others]), sum: 1, currency: 'GBP' })
  answer(
    'searchInstruments',
    pageOf([anInstrument({ marketAndSymbol: 'NASDAQ:AAPL', tradingViewPriceMultiplier: '100' })]),
  )
})

const file = fileOf(
  ...rowsOf(3, '2026-11-12', [1, 1.02], 2),
  ...rowsOf(2, '2026-11-11', [1, 0.97], -3),
  ...rowsOf(1, '2026-11-10', [1, 1.05], 5),
  ...rowsOf(4, '2026-11-14', [1, 1.01], 1),
)

const openCard = async () => {
  const { user } = open('/dashboard/journal?strategy=momentum')
  await user.click(await screen.findByRole('button', { name: 'Compare with a backtest' }))
  await screen.findByLabelText('Market')
  await waitFor(() => expect(screen.getByLabelText('Market')).toHaveDisplayValue('LSE:VOD'))
  await user.selectOptions(screen.getByLabelText('Market'), 'NASDAQ:AAPL')
  const zone = screen.getByLabelText('Time zone of the chart')
  await user.clear(zone)
  await user.type(zone, 'America/New_York')
  return user
}
const upload = screen.getByLabelText.bind(screen)

it('the backtest card compares a backtest with the trades of a strategy on a market', async () => {
  const user = await openCard()
  await user.upload(upload('TradingView’s list of trades'), file)
  // Two of the three live trades match. Both entries are 0.8 points worse than in the backtest. One exit is 1 point
  // worse, and the other is equal. £20 ÷ £2 makes 10 points per R.
  expect(
    await screen.findByText(
      '2 of 4 trades matched; live made 0.13 R less a trade: 0.06 entry delay, 0.02 spread, 0.05 exits',
    ),
  ).toBeVisible()
  const rows = within(screen.getByRole('table', { name: 'Result of both' })).getAllByRole('row')
  const figures = rows.slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(figures).toEqual([
    ['4', '3'],
    ['0', '0'],
    ['75.0%', '66.7%'],
    ['+5', '+0.4'],
    ['+US$5.00', '+£0.80'],
    ['–', '+0.04 R'],
  ])
  await user.click(screen.getByRole('radio', { name: 'Only in the backtest (2)' }))
  const only = screen.getByRole('table', { name: 'Trades only in the backtest' })
  expect(
    within(only)
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent),
  ).toEqual(['3', '4'])
  await user.click(screen.getByRole('radio', { name: 'Only live (1)' }))
  expect(screen.getByRole('table', { name: 'Trades only live' })).toHaveTextContent('Buy')
})

it('the backtest card remembers the strategy’s market, zone and tolerance, and neither stores nor sends the file', async () => {
  const user = await openCard()
  await user.selectOptions(screen.getByLabelText('Entries may be apart by'), '1 hour')
  await user.upload(upload('TradingView’s list of trades'), file)
  await screen.findByText(/^2 of 4 trades matched/)
  expect(JSON.parse(localStorage.getItem('signalpost-backtests') ?? '')).toEqual({
    momentum: { market: 'NASDAQ:AAPL', zone: 'America/New_York', tolerance: 3_600_000 },
  })
  expect(JSON.stringify(localStorage)).not.toMatch(/Hidden/)
  const sent = JSON.stringify([
    requestsTo('listTrades'),
    requestsTo('searchInstruments'),
    requestsTo('getJournal'),
  ])
  expect(sent).toContain('momentum')
  expect(sent).not.toMatch(/Hidden|trades\.csv/)
  expect(requestsTo('importHistory')).toEqual([])
})

it('the backtest card names the line of an invalid row, and rejects a different TradingView export', async () => {
  const user = await openCard()
  const [good = '', entry = ''] = rowsOf(1, '2026-11-10', [1, 1.05], 5)
  await user.upload(upload('TradingView’s list of trades'), fileOf(good.replace('1.05', 'x'), entry))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '1 row can’t be read. Line 2: Price is not a number: x',
  )
  const log = new File(['Alert ID,Ticker,Name,Description,Time\n1,a,b,c,d'], 'log.csv')
  await user.upload(upload('TradingView’s list of trades'), log)
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('This is TradingView’s alert log'))
})

it('the backtest card reports that prices cannot be compared if the market is not among the instruments', async () => {
  answer('searchInstruments', pageOf([]))
  const user = await openCard()
  await user.upload(upload('TradingView’s list of trades'), file)
  expect(await screen.findByText('2 of 4 trades matched')).toBeVisible()
  expect(
    screen.getByText(/^Prices can’t be compared: NASDAQ:AAPL is not among your instruments/),
  ).toBeVisible()
})

it("the backtest card rejects a time zone in which a time in the file doesn't exist because the clocks go forward", async () => {
  const user = await openCard()
  const rows = ['1,Exit long,2026-03-08 15:00,Out,1,1,1,1,1', '1,Entry long,2026-03-08 02:30,In,1,1,1,1,1']
  await user.upload(upload('TradingView’s list of trades'), fileOf(...rows))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Trade 1 has a time that clocks in America/New_York skip. Choose the time zone of your chart',
  )
})
