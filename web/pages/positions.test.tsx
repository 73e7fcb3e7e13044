import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { aTrade, tradeDetails } from '../../infra/dev/testing/example-journal.ts'
import { aPosition, pageOf, someDayPrices, someStats } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, hold, refuse, requestsTo } from '../testing/server.ts'

const address = '/dashboard/positions'
const apple = aPosition()
const vodafone = aPosition({
  dealId: 'DIAAAAPOS2',
  igEpic: 'KA.D.VOD.DAILY.IP',
  marketAndSymbol: 'LSE:VOD',
  direction: 'SELL',
  profitLoss: null,
  profitLossPercentage: null,
  stopLevel: null,
  controlledRisk: true,
})

const notPhone = window.matchMedia('')

const rowOf = async (name: RegExp) => screen.findByRole('row', { name })

describe('a position’s 24-hour chart', () => {
  const name = (from: string, lowest: string) =>
    `Last 24 hours: from ${from} to 23,015.5, lowest ${lowest}, highest 23,015.5`

  it.each([
    ['BUY', name('22,740', '22,500')],
    ['SELL', name('22,744', '22,504')],
  ] as const)(
    'is drawn for a %s from the prices at which the position could have been closed',
    async (direction, line) => {
      signIn()
      answer('listPositions', pageOf([{ ...apple, direction }]))
      answer('getDayPrices', someDayPrices())
      open(address)
      expect(await screen.findByRole('img', { name: line })).toBeVisible()
    },
  )

  it('has the reason as its tooltip if it can’t be drawn', async () => {
    signIn()
    answer('listPositions', pageOf([apple]))
    answer('getDayPrices', {
      markets: [{ epic: apple.igEpic, prices: [], reason: 'IG did not give its prices' }],
    })
    open(address)
    expect(await screen.findByTitle('IG did not give its prices')).toHaveTextContent('–')
  })

  it('is requested once for several positions on a market, and not at all without positions', async () => {
    signIn()
    answer('listPositions', pageOf([apple, { ...apple, dealId: 'DIAAAAPOS3' }]))
    answer('getDayPrices', someDayPrices())
    open(address)
    expect(await screen.findAllByRole('img', { name: /^Last 24 hours/ })).toHaveLength(2)
    expect(requestsTo('getDayPrices')).toHaveLength(1)
  })
})

describe('the positions page', () => {
  it('copies a deal ID when the user clicks its button', async () => {
    signIn()
    answer('listPositions', pageOf([aPosition()]))
    const { user } = open(address)
    await user.click(await screen.findByRole('button', { name: 'Copy DIAAAAPOS1' }))
    expect(await screen.findByText('Copied to clipboard!')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('DIAAAAPOS1')
  })

  it('never shows an unknown result as zero', async () => {
    signIn()
    answer('listPositions', pageOf([vodafone]))
    open(address)
    expect(
      await screen.findByText(/^1 open, total result unknown \(IG has no price right now\)/),
    ).toBeVisible()
  })

  it('shows each position with its figures, formatted for traders', async () => {
    signIn()
    answer('listPositions', pageOf([{ ...apple, strategy: 'Breakout' }, vodafone]))
    open(address)
    expect(await screen.findByText('Loading')).toBeVisible()
    const cells = within(await rowOf(/NASDAQ:AAPL/)).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'NASDAQ:AAPL · Breakout',
      '0.43\n▲ BUY',
      '22,900',
      '23,015.5',
      '–',
      '22,280 +0.19 R 24,140',
      '+£49.67\n+0.50%',
      '+0.50%',
      '22,280',
      '24,140',
      'No',
      expect.stringMatching(/^20 Nov 2026, \d{1,2}:\d\d (AM|PM) · \d+ (d \d+ h|h \d+ min|min)$/),
      'UA.D.AAPL.DAILY.IP',
      'DIAAAAPOS1',
      'Close',
    ])
    const unknown = within(await rowOf(/LSE:VOD/)).getAllByRole('cell')
    expect(unknown.map((cell) => cell.textContent).slice(4, 11)).toEqual([
      '–',
      '– – 24,140',
      '–',
      '–',
      '–',
      '24,140',
      'Yes',
    ])
    expect(screen.getByRole('heading', { name: 'Positions' })).toBeVisible()
    expect(screen.getByText('View your open positions')).toBeVisible()
  })

  it('shows the empty message if there are no positions', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    open(address)
    expect(await screen.findByText('No results.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Set up your alerts' })).toHaveAttribute(
      'href',
      '/dashboard/help',
    )
  })

  it('sorts all positions, not only the visible page, when the user clicks a column’s heading', async () => {
    signIn()
    answer('listPositions', pageOf([apple, { ...vodafone, profitLoss: 80 }]))
    const { user, address: where } = open(address)
    await rowOf(/NASDAQ:AAPL/)
    const markets = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
    const head = () => screen.getByRole('columnheader', { name: 'Profit/Loss' })
    const press = () => user.click(within(head()).getByRole('button'))
    await press()
    await waitFor(() => expect(head()).toHaveAttribute('aria-sort', 'ascending'))
    await press()
    await waitFor(() => expect(markets()).toEqual(['LSE:VOD', 'NASDAQ:AAPL']))
    expect(where()).toBe(`${address}?sort=-profitLoss`)
    expect(requestsTo('listPositions').at(-1)).toEqual({ offset: 0, limit: 1_000 })
    await press()
    await waitFor(() => expect(where()).toBe(address))
  })

  it('shows a position as one line on a phone: name and risk bar on the left, result on the right', async () => {
    const phone = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => ({ ...notPhone, media: query, matches: query.includes('max-width') }))
    signIn()
    answer('listPositions', pageOf([{ ...apple, name: 'Apple Inc (All Sessions)' }]))
    const { user } = open(address)
    const list = await screen.findByRole('list', { name: 'Positions' })
    const line = within(within(list).getByRole('listitem'))
    expect(line.getByRole('link', { name: 'Apple Inc (All Sessions) NASDAQ:AAPL' })).toBeVisible()
    expect(line.getByText('BUY 0.43')).toBeVisible()
    expect(
      line.getByRole('img', { name: 'Stop 22,280, opened at 22,900, now 23,015.5, target 24,140' }),
    ).toBeVisible()
    expect(line.getByText(/\+£49\.67/)).toHaveTextContent('+£49.67+0.19 R')
    await user.click(line.getByRole('button', { name: 'Close NASDAQ:AAPL DIAAAAPOS1' }))
    expect(await screen.findByRole('alertdialog', { name: 'Close position' })).toBeVisible()
    phone.mockRestore()
  })

  it('stores the page and its size in the address, and requests only that page', async () => {
    signIn()
    answer('listPositions', ({ offset }) => pageOf([aPosition({ dealId: `DEAL${offset}` })], 120))
    const { user, address: where } = open(`${address}?size=50`)
    await screen.findByText('DEAL0')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('DEAL50')).toBeVisible()
    expect(where()).toBe(`${address}?size=50&page=2`)
    expect(requestsTo('listPositions')).toEqual([
      { offset: 0, limit: 50 },
      { offset: 50, limit: 50 },
    ])
  })

  it('returns to the first page when the page size changes', async () => {
    signIn()
    answer('listPositions', pageOf([apple], 120))
    const { user, address: where } = open(`${address}?page=3`)
    await rowOf(/AAPL/)
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      '10',
      '20',
      '50',
      '100',
      'All',
    ])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), 'All')
    await waitFor(() => expect(where()).toBe(`${address}?size=1000`))
    await waitFor(() => expect(requestsTo('listPositions').at(-1)).toEqual({ offset: 0, limit: 1_000 }))
  })

  it('offers “All” only if there are at most a thousand positions', async () => {
    signIn()
    answer('listPositions', pageOf([apple], 1_001))
    open(address)
    await rowOf(/AAPL/)
    await screen.findByRole('option', { name: '100' })
    expect(screen.queryByRole('option', { name: 'All' })).toBeNull()
  })

  it('labels a page size of a thousand “1,000” instead of “All” if there are more positions', async () => {
    signIn()
    answer('listPositions', pageOf([apple], 1_001))
    open(`${address}?size=1000`)
    await rowOf(/AAPL/)
    expect(await screen.findByRole('option', { name: '1,000' })).toHaveProperty('selected', true)
    expect(screen.queryByRole('option', { name: 'All' })).toBeNull()
  })

  it('goes to the last page if the page in the address does not exist', async () => {
    signIn()
    answer('listPositions', ({ offset }) => pageOf(offset < 40 ? [apple] : [], 40))
    const { address: where } = open(`${address}?page=3`)
    await rowOf(/AAPL/)
    expect(where()).toBe(`${address}?page=2`)
  })

  it('searches all positions, not only the visible page', async () => {
    signIn()
    answer('listPositions', ({ limit }) => pageOf(limit === 1_000 ? [apple, vodafone] : [apple], 2))
    const { user, address: where } = open(`${address}?page=1&size=10`)
    await rowOf(/AAPL/)
    await user.type(screen.getByRole('searchbox', { name: 'Search positions' }), 'vod')
    expect(await rowOf(/LSE:VOD/)).toBeVisible()
    expect(screen.queryByText('NASDAQ:AAPL')).toBeNull()
    expect(where()).toBe(`${address}?size=10&q=vod`)
  })

  it('sends no request to IG while the settings are incomplete', async () => {
    signIn({ settings: { demoPassword: null } })
    open(address)
    expect(await screen.findByText('IG settings incomplete')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Complete settings' })).toHaveAttribute(
      'href',
      '/dashboard/settings',
    )
    expect(requestsTo('listPositions')).toEqual([])
  })

  it('says why the list could not be loaded, and lets the user try again', async () => {
    signIn()
    refuse('listPositions', 'IG_SETTINGS_INCOMPLETE', 'IG refused the login')
    const { user } = open(address)
    expect(await screen.findByText('Error loading positions')).toBeVisible()
    expect(screen.getByText('IG refused the login')).toBeVisible()
    answer('listPositions', pageOf([apple]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rowOf(/AAPL/)).toBeVisible()
    expect(screen.queryByText('Error loading positions')).toBeNull()
  })
})

describe('the dialog that closes a position', () => {
  const ask = async (mode: 'DEMO' | 'LIVE' = 'DEMO') => {
    signIn({ settings: { mode }, user: { mode } })
    answer('listPositions', pageOf([apple, vodafone]))
    answer('getStats', someStats())
    const { user } = open(address)
    await user.click(await screen.findByRole('button', { name: 'Close NASDAQ:AAPL DIAAAAPOS1' }))
    return { user, dialog: within(await screen.findByRole('alertdialog', { name: 'Close position' })) }
  }

  it('sends nothing if the user cancels', async () => {
    const { user, dialog } = await ask()
    expect(
      dialog.getByText(
        /opened at 22,900, at the market price\. At the latest price, that is a profit of £49\.67\./,
      ),
    ).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requestsTo('closePosition')).toEqual([])
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Close NASDAQ:AAPL DIAAAAPOS1' })).toHaveFocus(),
    )
  })

  it('shows the account and the mode if the mode is LIVE', async () => {
    const { dialog } = await ask('LIVE')
    expect(dialog.getByText('LIVE1')).toBeVisible()
    expect(dialog.getByText('LIVE')).toBeVisible()
    expect(dialog.getByText('This is real money.')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Close position (LIVE)' })).toBeVisible()
  })

  it('closes only the selected position, reports that it was closed, and updates the list', async () => {
    const { user, dialog } = await ask()
    const release = hold('closePosition')
    await user.click(dialog.getByRole('button', { name: 'Close position' }))
    expect(await dialog.findByRole('button', { name: 'Closing...' })).toBeDisabled()
    answer('listPositions', pageOf([vodafone]))
    release({ dealId: apple.dealId, status: 'CLOSED', message: 'Position closed at 23015.5' })
    expect(await screen.findByText('Position closed successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('NASDAQ:AAPL')).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(requestsTo('closePosition')).toEqual([{ dealId: 'DIAAAAPOS1', mode: 'DEMO', accountId: 'DEMO1' }])
  })

  it('opens for a second position while the list is still being updated', async () => {
    const { user, dialog } = await ask()
    answer('closePosition', { dealId: apple.dealId, status: 'CLOSED', message: 'Position closed' })
    const release = hold('listPositions')
    await user.click(dialog.getByRole('button', { name: 'Close position' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Close LSE:VOD DIAAAAPOS2' }))
    const next = within(await screen.findByRole('alertdialog', { name: 'Close position' }))
    expect(next.getByRole('button', { name: 'Close position' })).toBeEnabled()
    release(pageOf([vodafone]))
    await waitFor(() => expect(screen.queryByText('NASDAQ:AAPL')).toBeNull())
    expect(next.getByText('LSE:VOD')).toBeVisible()
  })

  it('reports that only part of the position was closed', async () => {
    const { user, dialog } = await ask()
    answer('closePosition', {
      dealId: apple.dealId,
      status: 'PARTIALLY_CLOSED',
      message: 'IG closed 0.2 of 0.43; the rest is still open',
    })
    await user.click(dialog.getByRole('button', { name: 'Close position' }))
    expect(await screen.findByText('IG closed 0.2 of 0.43; the rest is still open')).toBeVisible()
    expect(screen.queryByText('Position closed successfully')).toBeNull()
  })

  it('sends nothing while the browser is offline, not even later when it is online again', async () => {
    const { user, dialog } = await ask()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await user.click(dialog.getByRole('button', { name: 'Close position' }))
    expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeVisible()
    onLine.mockRestore()
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requestsTo('closePosition')).toEqual([])
  })

  it('disappears if the position could not be closed, and a message shows why', async () => {
    const { user, dialog } = await ask()
    refuse('closePosition', 'BROKER_REFUSED', 'IG refused: the market is closed')
    await user.click(dialog.getByRole('button', { name: 'Close position' }))
    expect(await screen.findByText("Couldn't close position")).toBeVisible()
    expect(screen.getByText('IG refused: the market is closed')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

it('the focus moves to the next row after a position was closed', async () => {
  signIn()
  const third = aPosition({ dealId: 'DIAAAAPOS3', marketAndSymbol: 'LSE:BP.' })
  answer('listPositions', pageOf([apple, vodafone, third]))
  answer('getStats', someStats())
  answer('closePosition', {
    dealId: vodafone.dealId,
    status: 'CLOSED',
    message: 'Position closed at 88.4, a profit of £3.20',
  })
  const { user } = open(address)
  await user.click(await screen.findByRole('button', { name: 'Close LSE:VOD DIAAAAPOS2' }))
  answer('listPositions', pageOf([apple, third]))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close position' }))
  await user.click(dialog.getByRole('button', { name: 'Close position' }))
  expect(await screen.findByText('Position closed at 88.4, a profit of £3.20')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Close LSE:BP. DIAAAAPOS3' })).toHaveFocus())
})

describe('a row of the positions table', () => {
  const show = (at = address) => {
    signIn()
    answer('listPositions', pageOf([{ ...apple, name: 'Apple Inc (All Sessions)', pointValue: 0.43 }]))
    answer('getTrade', tradeDetails({ trade: aTrade({ isOpen: true, closedAt: null }), risk: null }))
    answer('getTradePrices', { source: null, length: 'HOUR', bars: [], reason: 'none yet' })
    return open(at)
  }
  const drawer = async () => within(await screen.findByRole('dialog', { name: 'Apple Inc (All Sessions)' }))

  it('opens the position in a drawer when the user clicks it, and Back closes the drawer', async () => {
    const { user, address: where, back } = show()
    await user.click(await screen.findByText('22,900'))
    const opened = await drawer()
    expect(opened.getByText('+£49.67')).toBeVisible()
    expect(await opened.findByRole('heading', { name: 'Timeline' })).toBeVisible()
    expect(where()).toBe(`${address}?deal=DIAAAAPOS1`)
    back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(where()).toBe(address)
  })

  it('can be opened with the keyboard through its name', async () => {
    const { user } = show()
    const link = await screen.findByRole('link', { name: /^Apple Inc/ })
    link.focus()
    await user.keyboard('{Enter}')
    await drawer()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('link', { name: /^Apple Inc/ })).toHaveFocus())
  })

  it('opens a drawer with a button that closes the position', async () => {
    const { user } = show(`${address}?deal=DIAAAAPOS1`)
    const opened = await drawer()
    await user.click(opened.getByRole('button', { name: 'Close NASDAQ:AAPL DIAAAAPOS1' }))
    expect(await screen.findByRole('alertdialog', { name: 'Close position' })).toBeVisible()
  })

  it('has a close button that asks for a confirmation and opens nothing else', async () => {
    const { user, address: where } = show()
    await user.click(await screen.findByRole('button', { name: 'Close NASDAQ:AAPL DIAAAAPOS1' }))
    expect(await screen.findByRole('alertdialog', { name: 'Close position' })).toBeVisible()
    expect(where()).toBe(address)
  })
})
