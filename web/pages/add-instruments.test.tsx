import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { MatchedRow, Matching } from '../../shared/instruments/matching.schema.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

const address = '/dashboard/instruments/add'

const market = (ticker: string, own: Partial<MatchedRow['markets'][number]> = {}) => ({
  epic: `KA.D.${ticker}.DAILY.IP`,
  name: `${ticker} PLC`,
  country: 'GB',
  expiry: 'DFB',
  mid: 100,
  isExact: true,
  because: 'ticker and exchange agree by IG’s codes',
  multiplier: '1',
  ...own,
})
const row = (symbol: string, own: Partial<MatchedRow> = {}): MatchedRow => ({
  symbol,
  verdict: 'EXACT',
  why: 'the codes match',
  markets: [market(symbol.split(':')[1] ?? '')],
  yahooSymbol: '',
  exchangePrice: '99.5',
  ...own,
})
const batch = (own: Partial<Matching> = {}): Matching => ({
  id: 'batch-1',
  startedAt: '2026-11-21T09:00:00.000Z',
  state: 'DONE',
  total: 4,
  note: null,
  waitsUntil: null,
  inList: [],
  rows: [
    row('LSE:VOD'),
    row('NYSE:KO', {
      verdict: 'CHOOSE',
      why: '2 IG markets match. Choose one',
      markets: [market('KO'), market('KO2', { mid: 7_120, multiplier: '100' })],
    }),
    row('LSE:ZZZ', { verdict: 'NONE', why: 'IG finds nothing for it', markets: [] }),
    row('LSE:NIL', { markets: [market('NIL', { mid: null, multiplier: null })] }),
  ],
  ...own,
})

const opened = (matching: Matching | null) => {
  signIn()
  answer('getMatching', { matching })
  return open(address)
}

describe('the page to add many instruments', () => {
  it('sends the pasted symbols, and then shows the progress', async () => {
    const { user } = opened(null)
    answer('startMatching', batch({ state: 'RUNNING', rows: [], total: 2 }))
    await user.type(await screen.findByLabelText('Symbols to match'), 'LSE:VOD, NYSE:KO')
    answer('getMatching', { matching: batch({ state: 'RUNNING', rows: [], total: 2 }) })
    await user.click(screen.getByRole('button', { name: 'Match symbols' }))
    expect(await screen.findByText('Searching 0 of 2')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Symbols matched' })).toBeVisible()
    expect(requestsTo('startMatching')).toEqual([{ symbols: 'LSE:VOD, NYSE:KO' }])
  })

  it('reads the file that TradingView exports', async () => {
    const { user } = opened(null)
    const file = new File(['###UK,LSE:VOD'], 'mine.txt', { type: 'text/plain' })
    await user.upload(await screen.findByLabelText('Choose a file'), file)
    await waitFor(() => expect(screen.getByLabelText('Symbols to match')).toHaveValue('###UK,LSE:VOD'))
  })

  it('names the invalid symbol below the field', async () => {
    const { user } = opened(null)
    const words = 'VOD has no exchange. Write it as in TradingView, such as LSE:VOD'
    refuse('startMatching', 'INVALID_REQUEST', words, { symbols: words })
    await user.type(await screen.findByLabelText('Symbols to match'), 'VOD')
    await user.click(screen.getByRole('button', { name: 'Match symbols' }))
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('loads the watchlists from IG only when the user asks for them, and matches the selected one', async () => {
    const { user } = opened(null)
    answer('listWatchlists', { watchlists: [{ id: '7', name: 'Mine', isOwn: true }] })
    answer('startMatching', batch({ state: 'RUNNING', rows: [], total: 0 }))
    await screen.findByLabelText('Symbols to match')
    expect(requestsTo('listWatchlists')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Show my watchlists' }))
    await user.click(await screen.findByRole('button', { name: 'Match Mine' }))
    await waitFor(() => expect(requestsTo('startMatching')).toEqual([{ watchlistId: '7' }]))
  })

  it('selects a row only if its match is exact and its multiplier is known; the user must complete other rows', async () => {
    const { user } = opened(batch())
    expect(await screen.findByText('2 exact, 1 to choose, 1 not found')).toBeVisible()
    expect(screen.getByText('Searched 4 of 4')).toBeVisible()
    const rows = screen.getByRole('list', { name: 'Matched symbols' })
    const box = (name: string) => within(rows).getByRole('checkbox', { name: `Add ${name}` })
    expect(box('LSE:VOD')).toBeChecked()
    for (const name of ['NYSE:KO', 'LSE:ZZZ', 'LSE:NIL']) expect(box(name)).toBeDisabled()
    expect(within(rows).getByText('Last close 99.5 → IG 100: × 1')).toBeVisible()

    await user.selectOptions(within(rows).getByLabelText('Market for NYSE:KO'), 'KA.D.KO2.DAILY.IP')
    expect(box('NYSE:KO')).toBeChecked()
    expect(within(rows).getByLabelText('Price multiplier of NYSE:KO')).toHaveValue('100')
    await user.type(within(rows).getByLabelText('Price multiplier of LSE:NIL'), '10')
    expect(box('LSE:NIL')).toBeChecked()
    await user.click(box('LSE:VOD'))
    expect(screen.getByRole('button', { name: 'Add 2 instruments' })).toBeEnabled()
  })

  it('formats prices in the list of markets like any other figure', async () => {
    const netflix = market('NFLX', { mid: 10_889.099999999999 })
    opened(batch({ rows: [row('NASDAQ:NFLX', { verdict: 'CHOOSE', markets: [netflix] })] }))
    const choice = await screen.findByLabelText('Market for NASDAQ:NFLX')
    expect(within(choice).getByRole('option', { name: /NFLX PLC/ })).toHaveTextContent(
      'NFLX PLC · GB · DFB · 10,889.1 · KA.D.NFLX.DAILY.IP',
    )
  })

  it('explains in each row why it can’t be added: no market, no selection, no symbol or no multiplier', async () => {
    const unnamed = row('', { verdict: 'CHOOSE', markets: [market('GOLD')] })
    const { user } = opened(batch({ total: 5, rows: [...batch().rows, unnamed] }))
    const box = (name: string) => screen.getByRole('checkbox', { name: `Add ${name}` })
    await screen.findByLabelText('Price multiplier of LSE:NIL')
    expect(box('LSE:ZZZ')).toHaveAccessibleDescription('IG finds nothing for it')
    expect(box('NYSE:KO')).toHaveAccessibleDescription('Choose the IG market')
    expect(box('GOLD PLC')).toHaveAccessibleDescription('Enter the TradingView symbol, such as LSE:VOD')
    const multiplier = screen.getByLabelText('Price multiplier of LSE:NIL')
    expect(multiplier).toBeInvalid()
    expect(multiplier).toHaveAccessibleDescription(/^Enter the price multiplier: IG’s price divided by/)
    expect(screen.getByLabelText('TradingView symbol of GOLD PLC')).toBeInvalid()
    await user.type(multiplier, '100')
    expect(multiplier).toBeValid()
    expect(box('LSE:NIL')).toHaveAccessibleDescription('')
  })

  it('says once per row that IG found no market, and links to the search by name', async () => {
    const why = 'IG found no market for this symbol'
    const none = (symbol: string) => row(symbol, { verdict: 'NONE', why, markets: [] })
    opened(batch({ rows: [row('LSE:VOD'), none('LSE:ZZZ'), none('CME:ES1!'), none('VOD')] }))
    expect(await screen.findAllByText(why)).toHaveLength(3)
    expect(screen.queryByText(/can’t be added/)).toBeNull()
    const links = screen.getAllByRole('link', { name: /^Search for .* by name$/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/dashboard/instruments?q=LSE%3AZZZ'])
  })

  it('uses the entered sizes for all rows, and previews the changes before it adds the rows', async () => {
    const { user } = opened(batch())
    answer('mergeInstruments', {
      added: 1,
      changed: 0,
      removed: 0,
      rows: [{ kind: 'added', marketAndSymbol: 'LSE:VOD', details: [] }],
    })
    const size = await screen.findByLabelText('Max position size')
    await user.clear(size)
    await user.type(size, '250')
    await user.click(screen.getByRole('button', { name: 'Add 1 instrument' }))
    expect(
      await screen.findByText('This adds 1 instrument. Your other instruments don’t change.'),
    ).toBeVisible()
    expect(requestsTo('mergeInstruments')).toMatchObject([{ preview: true }])

    await user.click(screen.getByRole('button', { name: 'Add to list' }))
    expect(await screen.findByText('1 instrument added to your list')).toBeVisible()
    expect(requestsTo('mergeInstruments').at(-1)).toEqual({
      rows: [
        {
          marketAndSymbol: 'LSE:VOD',
          igEpic: 'KA.D.VOD.DAILY.IP',
          yahooSymbol: '',
          tradingViewPriceMultiplier: '1',
        },
      ],
      figures: expect.objectContaining({ maxPositionSize: '250', atrStopLossPeriod: 14 }) as unknown,
      preview: false,
    })
    // The added rows are no longer selected.
    expect(screen.getByRole('button', { name: 'Add 0 instruments' })).toBeDisabled()
  })

  it('marks the rows that are already in the list, and neither selects nor counts them', async () => {
    opened(batch({ inList: ['LSE:VOD', 'NYSE:KO'] }))
    const box = async (name: string) => screen.findByRole('checkbox', { name: `Add ${name}` })
    for (const name of ['LSE:VOD', 'NYSE:KO']) {
      expect(await box(name)).not.toBeChecked()
      expect(await box(name)).toBeDisabled()
      expect(await box(name)).toHaveAccessibleDescription('Already in your list')
    }
    expect(screen.queryByLabelText('Market for NYSE:KO')).toBeNull()
    expect(screen.getByRole('button', { name: 'Add 0 instruments' })).toBeDisabled()
    expect(screen.queryByLabelText('Symbols to match')).toBeNull()
  })

  it('marks the added rows, and shows the empty symbols box when there is nothing left to add', async () => {
    const rows = [row('LSE:VOD'), row('LSE:ZZZ', { verdict: 'NONE', markets: [] })]
    const { user } = opened(batch({ rows, total: 2 }))
    answer('mergeInstruments', { added: 1, changed: 0, removed: 0, rows: [] })
    await user.click(await screen.findByRole('button', { name: 'Add 1 instrument' }))
    answer('getMatching', { matching: batch({ rows, total: 2, inList: ['LSE:VOD'] }) })
    await user.click(await screen.findByRole('button', { name: 'Add to list' }))
    expect(await screen.findByLabelText('Symbols to match')).toHaveValue('')
    expect(await screen.findByText('Already in your list')).toBeVisible()
  })

  it('rejects an empty position size', async () => {
    const { user } = opened(batch())
    await user.clear(await screen.findByLabelText('Max position size'))
    await user.click(screen.getByRole('button', { name: 'Add 1 instrument' }))
    expect(await screen.findByText('Must be a number above 0')).toBeVisible()
    expect(requestsTo('mergeInstruments')).toEqual([])
  })

  it('asks for the TradingView symbol of a market if IG’s codes don’t give it', async () => {
    const { user } = opened(
      batch({ total: 1, rows: [row('', { verdict: 'CHOOSE', markets: [market('GOLD')] })] }),
    )
    const symbol = await screen.findByLabelText('TradingView symbol of GOLD PLC')
    expect(screen.getByRole('checkbox', { name: 'Add GOLD PLC' })).toBeDisabled()
    await user.type(symbol, 'oanda:xauusd')
    expect(screen.getByRole('checkbox', { name: 'Add GOLD PLC' })).toBeChecked()
  })

  it('says until when it must wait for IG’s request limit', async () => {
    opened(batch({ state: 'RUNNING', waitsUntil: '2026-11-21T09:01:00.000Z' }))
    expect(
      await screen.findByText(/request limit for this minute is used up\. Matching continues at/),
    ).toBeVisible()
  })

  it('shows why matching stopped, and returns to the empty symbols box if the user discards the symbols', async () => {
    const { user } = opened(batch({ state: 'STOPPED', note: 'IG refused the password' }))
    expect(await screen.findByText('IG refused the password')).toBeVisible()
    answer('stopMatching', { message: 'Matched symbols discarded' })
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(await screen.findByLabelText('Symbols to match')).toBeVisible()
  })
})
