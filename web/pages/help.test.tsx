import { secretMask } from '../../shared/settings/secret-mask.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { parseAlert } from '../../shared/alerts/alert-parser.ts'
import { aLogEntry, anInstrument, anOutcome, pageOf } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, answeringVersion, hold, refuse, requestsTo } from '../testing/server.ts'

const openHelp = async (settings = {}) => {
  signIn({ settings })
  answer('listInstruments', pageOf([anInstrument({ marketAndSymbol: 'NASDAQ:AAPL' })]))
  const page = open('/dashboard/help')
  await screen.findByRole('heading', { name: 'Help' })
  await waitFor(() => expect(screen.getByLabelText('Market')).toHaveValue('NASDAQ:AAPL'))
  return page
}
const alertText = () => screen.getByLabelText('Alert text').textContent
const order = {
  type: 'LIMIT',
  epic: 'UA.D.AAPL.DAILY.IP',
  direction: 'BUY',
  size: '0.43',
  level: '22841.5',
  stopDistance: '210',
  goodTill: Date.parse('2026-11-21T09:41:00Z'),
}

describe('the webhook URL', () => {
  it('is an address of this site, and its button shows “Copied!” for two seconds', async () => {
    const { user } = await openHelp()
    const url = `${location.origin}/api/v1/trading-view-webhook`
    expect(screen.getByLabelText('Webhook URL')).toHaveValue(url)
    expect(screen.getByText(/receives trading signals and executes trades automatically/)).toBeVisible()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.click(screen.getByRole('button', { name: 'Copy webhook URL' }))
    expect(await screen.findByText('Copied!')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(url)
    await vi.advanceTimersByTimeAsync(2_000)
    await waitFor(() => expect(screen.queryByText('Copied!')).toBeNull())
  })

  it('shows an error if the browser refuses access to the clipboard', async () => {
    const { user } = await openHelp()
    const quiet = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const closed = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(screen.getByRole('button', { name: 'Copy webhook URL' }))
    expect(await screen.findByText('Failed to copy to clipboard')).toBeVisible()
    closed.mockRestore()
    quiet.mockRestore()
  })
})

describe('the guide', () => {
  it('explains how to connect to IG, add instruments, set a stop and read a refusal, and lists the rules', async () => {
    await openHelp()
    for (const title of ['Connect to IG', 'Add instruments', 'Set stop and target', 'Read a refusal'])
      expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByText('Nothing is open or working on the instrument yet.')).toBeVisible()
  })

  it('warns on a local site that TradingView can’t reach the site', async () => {
    await openHelp()
    expect(screen.getByText(/^TradingView can’t reach localhost/)).toBeVisible()
  })
})

describe('the alert builder', () => {
  it('explains which orders the strategy’s JSON template distinguishes and the line format doesn’t', async () => {
    const { user } = await openHelp()
    expect(screen.getByText(/addition, partial close or reversal/)).toBeVisible()
    expect(screen.getByLabelText('Alert text')).toHaveTextContent('{{strategy.prev_market_position}}')
    await user.click(screen.getByRole('radio', { name: 'Line' }))
    expect(screen.getByText(/The line format can’t tell them apart/)).toBeVisible()
    await user.click(
      within(screen.getByRole('radiogroup', { name: 'Action' })).getByRole('radio', { name: 'CLOSE' }),
    )
    expect(screen.queryByText(/The line format can’t tell them apart/)).toBeNull()
  })

  it('fills in the secret of the selected mode, but the LIVE secret only when the user asks for it', async () => {
    const { user } = await openHelp()
    expect(JSON.parse(alertText() ?? '')).toMatchObject({ secret: 'demo-webhook-secret-0123456789' })
    await user.click(
      within(screen.getByRole('radiogroup', { name: 'Mode' })).getByRole('radio', { name: 'Live' }),
    )
    expect(JSON.parse(alertText() ?? '')).toMatchObject({ secret: secretMask })
    expect(screen.queryByRole('button', { name: 'Copy alert text' })).toBeNull()
    answer('showLiveWebhookSecret', { secret: 'live-webhook-secret-0123456789' })
    await user.click(screen.getByRole('button', { name: 'Show my LIVE secret' }))
    expect(await screen.findByRole('button', { name: 'Copy alert text' })).toBeVisible()
    expect(JSON.parse(alertText() ?? '')).toMatchObject({ secret: 'live-webhook-secret-0123456789' })
  })

  it('writes and copies the alert in the line format', async () => {
    const { user } = await openHelp()
    await user.click(screen.getByRole('radio', { name: 'Line' }))
    await user.click(
      within(screen.getByRole('radiogroup', { name: 'Action' })).getByRole('radio', { name: 'CLOSE' }),
    )
    expect(alertText()).toBe(
      '{{timenow}} demo-webhook-secret-0123456789 {{exchange}}:{{ticker}} CLOSE {{close}}',
    )
    await user.click(screen.getByRole('button', { name: 'Copy alert text' }))
    await screen.findByText('Copied!')
    expect(await navigator.clipboard.readText()).toBe(alertText())
  })
})

describe('the instructions for TradingView', () => {
  it('show the steps for a strategy, a watchlist or a condition, and the matching alert text', async () => {
    const { user } = await openHelp()
    expect(screen.getByRole('heading', { name: '1. Choose the strategy' })).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'A watchlist' }))
    expect(screen.getByRole('heading', { name: '1. Choose the watchlist' })).toBeVisible()
    expect(screen.getByLabelText('Alert text')).toHaveTextContent('"action": "BUY"')
    await user.click(screen.getByRole('radio', { name: 'A strategy' }))
    expect(screen.getByLabelText('Alert text')).toHaveTextContent('{{strategy.order.action}}')
    await user.click(screen.getByRole('radio', { name: 'CLOSE' }))
    expect(screen.getByRole('heading', { name: '1. Choose the condition' })).toBeVisible()
    expect(screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
      '1. Choose the condition',
      '2. Paste the alert text',
      '3. Add the webhook URL',
    ])
  })
})

describe('the alert trial', () => {
  const tryIt = async ({ user }: Awaited<ReturnType<typeof openHelp>>, price: string) => {
    if (price) await user.type(screen.getByLabelText('Price'), price)
    await user.click(screen.getByRole('button', { name: 'Try alert' }))
  }

  it('sends the alert as TradingView would, and shows the order and every rule', async () => {
    const page = await openHelp()
    answer('tryAlert', {
      outcome: 'WOULD_PLACE',
      sentence: 'Would place: Buy 0.43 of UA.D.AAPL.DAILY.IP',
      trace: [
        { rule: 'mode', passed: true, actual: 'DEMO', required: 'DEMO', sentence: 'You trade in DEMO' },
        { rule: 'cooldown', passed: true, actual: 'none', required: '24 h', sentence: 'No order yet today' },
      ],
      order: { ...order, risk: '90.30', margin: '1967.05' },
      stake: { size: '0.43', value: '9822.85', loss: '90.3', margin: '1967.05', currency: 'GBP' },
    })
    await tryIt(page, '229.87')
    const result = within(await screen.findByRole('status', { name: 'Result' }))
    expect(result.getByText('WOULD PLACE')).toBeVisible()
    expect(result.getByText('Would place: Buy 0.43 of UA.D.AAPL.DAILY.IP')).toBeVisible()
    expect(result.getByText('No order was placed.')).toBeVisible()
    expect(result.getByText('You trade in DEMO')).toBeVisible()
    expect(result.getByText('No order yet today')).toBeVisible()
    expect(result.getByText('22,841.5')).toBeVisible()
    const figures = [
      'Size',
      '0.43',
      'Value',
      '£9,822.85',
      'Risk at the stop',
      '£90.30',
      'Margin at IG',
      '£1,967.05',
    ]
    for (const figure of figures) expect(result.getByText(figure)).toBeVisible()
    expect(result.getByText(/^21 Nov 2026, /)).toBeVisible()

    const [sent] = requestsTo('tryAlert')
    expect(sent?.mode).toBe('DEMO')
    expect(parseAlert(sent?.alert ?? '')).toMatchObject({
      kind: 'alert',
      alert: { market: 'NASDAQ:AAPL', action: 'BUY', price: '229.87' },
    })
  })

  it('fills in IG’s current price, or says that there is none', async () => {
    const { user } = await openHelp()
    answer('getLivePrice', { price: '229.87' })
    await user.click(screen.getByRole('button', { name: 'Live price' }))
    await waitFor(() => expect(screen.getByLabelText('Price')).toHaveValue('229.87'))
    expect(requestsTo('getLivePrice')).toEqual([{ market: 'NASDAQ:AAPL', mode: 'DEMO' }])
    answer('getLivePrice', { price: null })
    await user.click(screen.getByRole('button', { name: 'Live price' }))
    expect(await screen.findByText('IG has no price for this market right now')).toBeVisible()
  })

  it('shows a margin or a value as unknown if IG does not report it', async () => {
    const page = await openHelp()
    answer('tryAlert', {
      outcome: 'WOULD_PLACE',
      sentence: 'Would place: Buy 0.43 of UA.D.AAPL.DAILY.IP',
      trace: [],
      order,
      stake: { size: '0.43', value: null, loss: '90.3', margin: null, currency: null },
    })
    await tryIt(page, '229.87')
    const result = within(await screen.findByRole('status', { name: 'Result' }))
    expect(result.getAllByText('Unknown')).toHaveLength(2)
    expect(result.getByText('90.30 in account currency')).toBeVisible()
  })

  it('clears the result when the alert changes', async () => {
    const page = await openHelp()
    answer('tryAlert', {
      outcome: 'REFUSED',
      sentence: 'Refused: a test',
      trace: [],
      order: null,
      stake: null,
    })
    await tryIt(page, '229')
    await screen.findByText('Refused: a test')
    await page.user.type(screen.getByLabelText('Price'), '9')
    expect(screen.queryByText('Refused: a test')).toBeNull()
    await tryIt(page, '')
    await screen.findByText('Refused: a test')
    const side = within(screen.getByRole('radiogroup', { name: 'Strategy order' }))
    await page.user.click(side.getByRole('radio', { name: 'SELL' }))
    expect(screen.queryByText('Refused: a test')).toBeNull()
  })

  it('shows why the alert would be refused', async () => {
    const page = await openHelp()
    answer('tryAlert', {
      outcome: 'REFUSED',
      sentence: 'Refused: the price 1 is far from 229',
      trace: [
        {
          rule: 'price sanity',
          passed: false,
          actual: '1',
          required: '10%',
          sentence: 'The price 1 is far from 229',
        },
      ],
      order: null,
      stake: null,
    })
    await tryIt(page, '1')
    const result = within(await screen.findByRole('status', { name: 'Result' }))
    expect(result.getByText('REFUSED')).toBeVisible()
    expect(result.getByText('The price 1 is far from 229')).toBeVisible()
    expect(result.queryByText('Order that would be sent')).toBeNull()
  })

  it('leaves the market empty if the user has already focused the field', async () => {
    signIn()
    const arrive = hold('listInstruments')
    const { user } = open('/dashboard/help')
    const market = await screen.findByLabelText('Market')
    await user.click(market)
    arrive(pageOf([anInstrument({ marketAndSymbol: 'NASDAQ:AAPL' })]))
    await waitFor(() =>
      expect(document.querySelector('datalist option')).toHaveAttribute('value', 'NASDAQ:AAPL'),
    )
    await user.keyboard('LSE:SHEL')
    expect(market).toHaveValue('LSE:SHEL')
  })

  it('asks the user for the values that TradingView would fill in', async () => {
    const page = await openHelp()
    await page.user.clear(screen.getByLabelText('Market'))
    await tryIt(page, '')
    expect(await screen.findByText('Enter an exchange and a ticker, such as NASDAQ:AAPL')).toBeVisible()
    expect(screen.getByText('Enter a price close to the market, as TradingView shows it')).toBeVisible()
    expect(requestsTo('tryAlert')).toEqual([])
  })

  it('names each field that could not be read', async () => {
    const page = await openHelp()
    refuse('tryAlert', 'INVALID_ALERT', 'Couldn’t read the alert', { price: 'must be plain digits' })
    await tryIt(page, '2x')
    const problem = within(await screen.findByRole('alert'))
    expect(problem.getByText('Couldn’t read the alert')).toBeVisible()
    expect(problem.getByText('price')).toBeVisible()
    expect(problem.getByText('must be plain digits')).toBeVisible()
  })
})

it('the Help page shows Signalpost’s version and links to the API description', async () => {
  await openHelp()
  expect(screen.getByText(new RegExp(`Signalpost ${answeringVersion}`))).toBeVisible()
  expect(screen.getByRole('link', { name: /API description/ })).toHaveAttribute('href', '/openapi.json')
})

describe('the alert listener', () => {
  it('shows the alerts that arrive after it starts, including unreadable ones', async () => {
    const { user, queries } = await openHelp()
    const old = aLogEntry({
      id: 'old',
      extra: anOutcome({ outcome: 'PLACED', alert: { market: 'LSE:OLD' } }),
    })
    answer('listLogs', pageOf([old]))
    await user.click(screen.getByRole('button', { name: 'Listen for alerts' }))
    expect(await screen.findByText('Listening... No alerts yet.')).toBeVisible()
    answer(
      'listLogs',
      pageOf([
        aLogEntry({
          id: 'malformed',
          message: 'An alert couldn’t be read and did not trade',
          description: 'action: must be BUY or SELL',
          extra: { kind: 'unreadable', problems: { action: 'must be BUY or SELL' }, received: null },
        }),
        aLogEntry({ id: 'signed-in', message: 'Signed in', extra: { kind: 'session' } }),
        aLogEntry({
          id: 'refused',
          message: 'Refused: NASDAQ:AAPL is not in your list',
          extra: anOutcome({ alert: { market: 'NASDAQ:AAPL', price: '229.87', comment: '' } }),
        }),
        old,
      ]),
    )
    await act(() => queries.refetchQueries({ queryKey: ['logs'] }))
    const came = within(await screen.findByRole('list', { name: 'Received alerts' }))
    expect(came.getAllByRole('listitem')).toHaveLength(2)
    expect(came.getByText('229.87')).toBeVisible()
    expect(came.getByText('REFUSED')).toBeVisible()
    expect(came.getAllByText('must be BUY or SELL').length).toBeGreaterThan(0)
    expect(came.queryByText('Signed in')).toBeNull()
    expect(screen.getByText('2 alerts received.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Stop listening' }))
    expect(screen.queryByRole('list', { name: 'Received alerts' })).toBeNull()
  })
})

describe('the alert converter', () => {
  it('converts another product’s alert with the user’s own secret, and names the parts that cannot be converted', async () => {
    const { user } = await openHelp()
    const field = screen.getByLabelText('Alert from another product')
    await user.click(field)
    await user.paste('{"ticker":"{{ticker}}","action":"buy","quantity":10}')
    expect(JSON.parse(screen.getByLabelText('Converted alert').textContent ?? '')).toMatchObject({
      secret: 'demo-webhook-secret-0123456789',
      market: '{{exchange}}:{{ticker}}',
      action: 'BUY',
    })
    expect(screen.getByText(/^quantity: position size/)).toBeVisible()
    await user.clear(field)
    await user.paste('nothing of the kind')
    expect(screen.getByText(/don’t recognise this as an alert/)).toBeVisible()
  })
})
