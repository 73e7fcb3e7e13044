import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { parseAlert } from '../../shared/alerts/alert-parser.ts'
import type { ResponseOf } from '../../shared/contract/index.ts'
import { aTrade } from '../../infra/dev/testing/example-journal.ts'
import {
  aLogEntry,
  anAlertLine,
  anInstrument,
  anOutcome,
  aPosition,
  pageOf,
  someAlerts,
} from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, requestsTo } from '../testing/server.ts'

const address = '/dashboard/instruments/NASDAQ%3AAAPL'
const apple = anInstrument({
  marketAndSymbol: 'NASDAQ:AAPL',
  igEpic: 'UA.D.AAPL.DAILY.IP',
  atrStopLossPeriod: 14,
  atrStopLossMultiplePercentage: '200',
  nextDividendDate: '2026-12-04',
})

const answerAll = () => {
  answerEmpty()
  signIn()
  answer('searchInstruments', pageOf([anInstrument({ marketAndSymbol: 'NASDAQ:AAPLW' }), apple]))
  answer('listTrades', { ...pageOf([aTrade({ result: 120 })]), sum: 120, currency: 'GBP' })
  answer('listPositions', pageOf([aPosition({ igEpic: 'UA.D.AAPL.DAILY.IP', name: 'Apple Inc' })]))
  const lines = ['newest', 'older'].map((alertId) =>
    anAlertLine({ alertId, market: 'NASDAQ:AAPL', message: `Refused: ${alertId}` }),
  )
  answer('listAlerts', ({ market, after }) =>
    market === undefined
      ? someAlerts()
      : after === undefined
        ? { ...someAlerts(...lines.slice(0, 1)), next: '1.A' }
        : someAlerts(...lines.slice(1)),
  )
}

it('the instrument page shows the instrument’s settings, next dividend, open positions and alerts', async () => {
  answerAll()
  const { user } = open(address)
  expect(await screen.findByRole('heading', { name: 'NASDAQ:AAPL', level: 1 })).toBeVisible()
  expect(await screen.findByText('Apple Inc · UA.D.AAPL.DAILY.IP')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy UA.D.AAPL.DAILY.IP' })).toBeVisible()
  expect(screen.getByText('200% of ATR(14)')).toBeVisible()
  expect(screen.getByText('4 Dec 2026')).toBeVisible()
  expect(screen.getByRole('link', { name: 'BUY 0.43 NASDAQ:AAPL' })).toHaveAttribute(
    'href',
    '/dashboard/journal/DIAAAAPOS1',
  )
  expect(await screen.findByText('Refused: newest')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  expect(await screen.findByText('Refused: older')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  expect(requestsTo('listAlerts').filter(({ market }) => market)).toMatchObject([
    { market: 'NASDAQ:AAPL' },
    { market: 'NASDAQ:AAPL', after: '1.A' },
  ])
  expect(await screen.findByText('1 in the journal, total result +£120.00')).toBeVisible()
  expect(requestsTo('listTrades')[0]).toMatchObject({ market: 'NASDAQ:AAPL' })
})

it('the instrument page loads the prices when the user asks for them, and draws them', async () => {
  answerAll()
  const side = (close: number) => ({ open: close, high: close, low: close, close })
  const bar = (at: number, close: number) => ({ at, bid: side(close - 1), ask: side(close + 1) })
  answer('getPrices', { bars: [bar(1_000, 100), bar(901_000, 104)], reason: null })
  const { user } = open(address)
  await user.click(await screen.findByRole('button', { name: 'Show prices' }))
  expect(await screen.findByRole('img', { name: 'From 100 to 104, between 100 and 104.' })).toBeVisible()
  expect(requestsTo('getPrices')).toHaveLength(1)
})

type Tried = ResponseOf<'tryAlert'>
const stake = { size: '0.43', value: '9835.23', loss: '90.3', margin: '1967.05', currency: 'GBP' }
const placed: Tried = { outcome: 'WOULD_PLACE', sentence: 'Would place', trace: [], order: {}, stake }

/** Clicks the button that works out an order. `buy` and `sell` are the server's answers. */
const workOut = async (buy: Tried, sell: Tried) => {
  answerAll()
  answer('getLivePrice', { price: '229.87' })
  answer('tryAlert', ({ alert }) => (alert?.includes('"BUY"') ? buy : sell))
  const { user } = open(address)
  await user.click(await screen.findByRole('button', { name: 'Work out an order' }))
  await screen.findByText('At a price of 229.87')
}

const figuresOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('definition')
    .map((each) => each.textContent)

it('the instrument page shows one result for BUY and SELL if both are the same', async () => {
  await workOut(placed, placed)
  expect(figuresOf('BUY or SELL')).toEqual(['0.43', '£9,835.23', '£90.30', '£1,967.05'])
  expect(requestsTo('getLivePrice')).toEqual([{ market: 'NASDAQ:AAPL', mode: 'DEMO' }])
  const [buy, sell] = requestsTo('tryAlert').map(({ alert = '' }) => parseAlert(alert))
  const alert = { market: 'NASDAQ:AAPL', price: '229.87' }
  expect(buy).toMatchObject({ kind: 'alert', alert: { ...alert, action: 'BUY' } })
  expect(sell).toMatchObject({ kind: 'alert', alert: { ...alert, action: 'SELL' } })
  expect(requestsTo('tryAlert').every(({ mode }) => mode === 'DEMO')).toBe(true)
})

it('the instrument page tries alerts with a time, so that a maximum alert age does not refuse them', async () => {
  const before = Date.now()
  await workOut(placed, placed)
  for (const { alert = '' } of requestsTo('tryAlert')) {
    const { time } = JSON.parse(alert) as { readonly time: string }
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before)
  }
})

it('the instrument page shows BUY and SELL separately if they differ, with unknown figures as “Unknown”', async () => {
  await workOut(placed, { ...placed, stake: { ...stake, size: '0.42', margin: null } })
  expect(figuresOf('BUY')).toEqual(['0.43', '£9,835.23', '£90.30', '£1,967.05'])
  expect(figuresOf('SELL')).toEqual(['0.42', '£9,835.23', '£90.30', 'Unknown'])
})

it('the instrument page shows why an alert would place no order', async () => {
  const sentence = 'Refused: duplicate'
  await workOut({ outcome: 'REFUSED', sentence, trace: [], order: null, stake: null }, placed)
  expect(within(screen.getByRole('region', { name: 'BUY' })).getByText(sentence)).toBeVisible()
  expect(figuresOf('SELL')[0]).toBe('0.43')
})

it('the instrument page says that size, risk and margin are unknown if IG has no price', async () => {
  answerAll()
  answer('getLivePrice', { price: null })
  const { user } = open(address)
  await user.click(await screen.findByRole('button', { name: 'Work out an order' }))
  expect(
    await screen.findByText(
      'IG has no price for this market right now, so size, risk and margin are unknown.',
    ),
  ).toBeVisible()
  expect(requestsTo('tryAlert')).toEqual([])
})

it('the instrument page links to the instrument list if the market is not in that list', async () => {
  answerEmpty()
  signIn()
  answer('searchInstruments', pageOf([]))
  open(address)
  expect(await screen.findByText('Not in your instrument list')).toBeVisible()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Go to instruments' })).toHaveAttribute(
    'href',
    '/dashboard/instruments?q=NASDAQ%3AAAPL',
  )
})

it('the instrument page opens its form with the focus on the field named in the address', async () => {
  answerAll()
  const { user } = open(`${address}?focus=tradingViewPriceMultiplier`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit instrument' }))
  const field = await dialog.findByLabelText('Price multiplier')
  await waitFor(() => expect(field).toHaveFocus())
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  ['price sanity', 'Check the price multiplier', 'tradingViewPriceMultiplier'],
  ['size', 'Change the max position size', 'maxPositionSize'],
] as const)('a refusal by the rule “%s” links to the instrument page', async (rule, words, field) => {
  signIn()
  const step = { passed: false, actual: '3', required: '2', sentence: '3 is not 2' }
  const alert = { ...anOutcome().alert, market: 'NASDAQ:AAPL' }
  const extra = anOutcome({ alert, trace: [{ rule, ...step }] })
  answer('listLogs', pageOf([aLogEntry({ id: 'e1', extra })]))
  open('/dashboard/logs?entry=e1')
  expect(await screen.findByRole('link', { name: words })).toHaveAttribute(
    'href',
    `/dashboard/instruments/NASDAQ%3AAAPL?focus=${field}`,
  )
})
