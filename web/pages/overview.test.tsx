import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import type { Activity } from '../../shared/deals/dealing.schema.ts'
import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'
import {
  anAlertLine,
  anInstrument,
  aPosition,
  pageOf,
  someAlerts,
  someBrokerAccount,
  someStats,
} from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, fail, hold, requestsTo } from '../testing/server.ts'

const address = '/dashboard/overview'
const activity = (status: string, own: Partial<Activity> = {}): Activity => ({
  epic: 'KA.D.VOD.DAILY.IP',
  status,
  description: `Position ${status}`,
  date: '2026-11-20T14:31:00.000Z',
  type: 'POSITION',
  dealId: 'DIAAAA1',
  ...own,
})

const figure = (label: string) => screen.getByText(label).closest('div')?.querySelector('dd')

/** Four alerts at the close of a bar: two placed and two refused. */
const aBurst = {
  mode: 'DEMO' as const,
  from: '2026-11-20T15:00:00.000Z',
  to: '2026-11-20T15:00:00.400Z',
  alerts: 4,
  parts: [
    { outcome: 'PLACED' as const, count: 2, rule: null, because: null },
    {
      outcome: 'REFUSED' as const,
      count: 2,
      rule: 'open positions',
      because: '2 positions open; your limit is 2',
    },
  ],
  milliseconds: 1_640,
  requests: 7,
}

/** Waits until the overview is visible. It is hidden until it is known whether the first steps are shown. */
const shown = () => waitFor(() => expect(screen.getByText('Open positions')).toBeVisible())

describe('the overview', () => {
  beforeEach(() => {
    answer('listLogs', pageOf([]))
    answer('listInstruments', pageOf([]))
  })

  it('shows a burst as one row, which the user can unfold', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T15:05:00.000Z') })
    const ended = (id: string, outcome: Outcome, message: string, acceptedAt = aBurst.from) =>
      anAlertLine({
        alertId: `alert-${id}`,
        message,
        acceptedAt,
        endedAt: '2026-11-20T15:00:01.640Z',
        outcome,
        market: `LSE:S${id}`,
      })
    const together = [
      ended('4', 'REFUSED', 'Refused: 2 positions open'),
      ended('3', 'REFUSED', 'Refused: 2 positions open'),
      ended('2', 'PLACED', 'Placed'),
      ended('1', 'PLACED', 'Placed'),
    ]
    const before = ended(
      '0',
      'REJECTED',
      'Rejected by IG at 2026-11-20T14:00:00Z',
      '2026-11-20T14:00:00.000Z',
    )
    answer('listAlerts', ({ to }) =>
      to === aBurst.to ? someAlerts(...together) : { ...someAlerts(...together, before), bursts: [aBurst] },
    )
    answer('listLogs', {
      ...pageOf([]),
      // These numbers cover the whole day. The list has only the newest entries.
      ended: {
        DEMO: { placed: 32, refused: 100, failed: 22 },
        LIVE: { placed: 7, refused: 0, failed: 0 },
      },
    })
    const { user } = open(address)
    const burst = await screen.findByRole('button', { name: '4 alerts at once', expanded: false })
    expect(screen.getByText('2 placed; 2 refused (2 positions open; your limit is 2)')).toBeVisible()
    const card = within(screen.getByRole('list', { name: 'Today’s alerts' }))
    expect(card.getAllByRole('listitem')).toHaveLength(2)
    expect(card.getByText(/^Rejected by IG at 20 Nov 2026, \d{1,2}:00:00 [AP]M$/)).toBeVisible()
    expect(card.getByRole('link', { name: 'BUY LSE:S0' })).toHaveAttribute(
      'href',
      '/dashboard/alerts/alert-0',
    )
    for (const chip of ['32 placed', '100 refused', '22 failed'])
      expect(screen.getByRole('button', { name: chip, pressed: false })).toBeVisible()
    // A click unfolds the burst, with its totals and its alerts from the server.
    await user.click(burst)
    expect(
      screen.getByText(
        /^\d{1,2}:00:00 [AP]M: 4 alerts: 2 placed; 2 refused \(2 positions open; your limit is 2\); 1\.6 s; 7 requests to IG$/,
      ),
    ).toBeVisible()
    const members = within(await screen.findByRole('list', { name: 'Alerts of this burst' }))
    expect(await members.findAllByRole('listitem')).toHaveLength(4)
    expect(requestsTo('listAlerts')).toContainEqual({
      mode: 'DEMO',
      from: aBurst.from,
      to: aBurst.to,
      limit: 100,
    })
    vi.useRealTimers()
  })

  it('shows the four figures, and says if IG’s request limit has prevented an update', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer(
      'getStats',
      someStats({
        openPositionsCount: 1_204,
        openOrdersCount: 3,
        outdated: true,
        recentActivities: [activity('confirmed'), activity('rejected')],
      }),
    )
    open(address)
    expect(await screen.findByText('Everything you need to know at a glance')).toBeVisible()
    await shown()
    await waitFor(() => expect(figure('Pending orders')).toHaveTextContent('3'))
    expect(figure('Open positions')).toHaveTextContent('1,204')
    expect(figure('Pending orders')).toHaveTextContent('3')
    expect(figure('Actions in the last 6 hours')).toHaveTextContent('2')
    expect(figure('Last updated')).toHaveTextContent(/^20 Nov 2026, \d{1,2}:\d\d (AM|PM)$/)
    expect(
      screen.getByText(
        /used up, so your latest orders and closes may not show yet\. This page updates within/,
      ),
    ).toBeVisible()
  })

  it('links each figure to the page that shows its details', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    open(address)
    for (const [name, href] of [
      ['Open positions', /^\/dashboard\/positions$/],
      ['Pending orders', /^\/dashboard\/orders$/],
      ['Actions in the last 6 hours', /#recent-activity$/],
      ['Last updated', /^\/dashboard\/logs\?from=/],
    ] as const)
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', expect.stringMatching(href))
  })

  it('shows the heading of each part before IG answers', async () => {
    signIn()
    hold('getStats')
    hold('listPositions')
    hold('getBrokerAccount')
    open(address)
    await shown()
    for (const name of ['Today', 'Room left', 'Recent activity', 'Open positions by result', 'Alerts'])
      expect(screen.getByRole('heading', { name })).toBeVisible()
  })

  it('asks the server for the alerts of the selected kind, and reads pages until one has a match', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    const old = anAlertLine({ alertId: 'OLD', outcome: 'PLACED', message: 'Placed', name: 'Tesco PLC' })
    answer('listAlerts', ({ kind, after }) =>
      kind !== 'placed'
        ? someAlerts(anAlertLine())
        : after === undefined
          ? { results: [], next: '1.a' }
          : after === '1.a'
            ? { results: [], next: '2.b' }
            : someAlerts(old),
    )
    const { user } = open(address)
    await user.click(await screen.findByRole('button', { name: / placed$/ }))
    const list = within(await screen.findByRole('list', { name: 'Today’s alerts' }))
    expect(await list.findByRole('link', { name: 'BUY Tesco PLC LSE:VOD' })).toHaveAttribute(
      'href',
      '/dashboard/alerts/OLD',
    )
    expect(list.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('shows a refusal only once, with a link to its rule', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    const message = 'Refused (duplicate): 1 position on LSE:VOD already'
    answer('listAlerts', someAlerts(anAlertLine({ rule: 'duplicate', message })))
    open(address)
    const list = within(await screen.findByRole('list', { name: 'Today’s alerts' }))
    expect(list.getAllByText(/1 position on LSE:VOD already/)).toHaveLength(1)
    expect(list.queryByText('REFUSED')).toBeNull()
    expect(await list.findByRole('link', { name: 'Change this rule' })).toHaveAttribute(
      'href',
      '/dashboard/settings?focus=preventDuplicatePositionsForInstrument',
    )
  })

  it('shows the link to an instrument’s field as an icon if the row is narrow', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    answer('listAlerts', someAlerts(anAlertLine({ rule: 'price sanity' })))
    open(address)
    const list = within(await screen.findByRole('list', { name: 'Today’s alerts' }))
    const way = list.getByRole('link', { name: 'Check the price multiplier' })
    expect(way).toHaveAttribute('href', '/dashboard/instruments/LSE%3AVOD?focus=tradingViewPriceMultiplier')
    expect(within(way).getByTitle('Check the price multiplier')).toHaveClass('@max-lg:sr-only')
  })

  it('shows five alerts at first, and more when the user asks for them', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    answer(
      'listAlerts',
      someAlerts(...Array.from({ length: 30 }, (_, place) => anAlertLine({ alertId: `A${place}` }))),
    )
    const { user } = open(address)
    const list = within(await screen.findByRole('list', { name: 'Today’s alerts' }))
    expect(list.getAllByRole('listitem')).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(list.getAllByRole('listitem')).toHaveLength(25)
  })

  it('links each limit to its setting', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    const limit = { used: 34, most: 250, unit: 'MONEY', isReached: false, isEstimate: false } as const
    answer(
      'getBrokerAccount',
      someBrokerAccount({
        limits: {
          readAt: '2026-11-20T15:05:00.000Z',
          currency: 'GBP',
          limits: [
            {
              ...limit,
              key: 'lossToday',
              limit: 'lossToday',
              strategy: null,
              sentence: 'down 34.00 GBP today',
            },
            {
              ...limit,
              key: 'lossToday orb',
              limit: 'lossToday',
              strategy: 'orb',
              sentence: 'down 34.00 GBP',
            },
          ],
          openRisk: { sums: [{ name: null, percent: 8, used: 608, most: 741 }], parts: [] },
        },
      }),
    )
    open(address)
    for (const [name, href] of [
      ['Loss today', '/dashboard/settings?focus=lossToday'],
      ['Loss today · orb', '/dashboard/strategies'],
      ['Open risk', '/dashboard/settings?focus=openRisk'],
    ] as const)
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href)
    expect(screen.getByText('£608.00 of £741.00')).toBeVisible()
    expect(screen.getByRole('meter', { name: 'Loss today' })).toHaveAttribute('aria-valuenow', '34')
  })

  it('shows the direction, size and instrument of the newest six activities, and of the others on a click', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    const told = { direction: 'SELL', size: 3.22, name: 'Barclays PLC' } as const
    answer(
      'getStats',
      someStats({
        recentActivities: Array.from({ length: 8 }, (_, place) =>
          activity('confirmed', { dealId: `D${place}`, ...(place === 0 ? told : {}) }),
        ),
      }),
    )
    const { user } = open(address)
    const list = within(await screen.findByRole('list', { name: 'Recent activity' }))
    expect(list.getAllByRole('listitem')).toHaveLength(6)
    expect(list.getByText('SELL 3.22 Barclays PLC')).toBeVisible()
    expect(list.getAllByText('Position confirmed')).toHaveLength(6)
    await user.click(screen.getByRole('button', { name: 'All 8' }))
    expect(list.getAllByRole('listitem')).toHaveLength(8)
  })

  it('shows each activity with its badge', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer(
      'getStats',
      someStats({
        recentActivities: [activity('confirmed'), activity('rejected'), activity('pending'), activity('odd')],
      }),
    )
    open(address)
    const list = within(await screen.findByRole('list', { name: 'Recent activity' }))
    expect(list.getAllByRole('listitem')).toHaveLength(4)
    expect(list.getByText('confirmed')).toHaveClass('bg-accent')
    expect(list.getByText('rejected')).toHaveClass('bg-bad')
    expect(list.getByText('pending')).toHaveClass('bg-line')
    expect(list.getByText('odd')).not.toHaveClass('bg-accent', 'bg-bad', 'bg-line')
  })

  it('shows the empty message if there is no activity', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    open(address)
    await waitFor(() => expect(screen.getByText('No recent activity')).toBeVisible())
    expect(screen.getByText('Your trading activities will appear here')).toBeVisible()
  })

  it('draws the profit and loss of all open positions over time', async () => {
    signIn()
    answer('getStats', someStats())
    answer(
      'listPositions',
      pageOf([aPosition({ profitLoss: 12.5 }), aPosition({ dealId: 'DI2', profitLoss: null })]),
    )
    const { user, queries } = open(address)
    await user.click(await screen.findByRole('radio', { name: 'Open profit' }))
    expect(await screen.findByText('excludes 1 without a price')).toBeVisible()
    expect(screen.getAllByText('+£12.50').length).toBeGreaterThan(0)
    // The chart needs at least two readings.
    expect(screen.getByText(/^One reading so far: \d{1,2}:\d\d [AP]M/)).toBeVisible()
    answer('listPositions', pageOf([aPosition({ profitLoss: -40 })]))
    await act(() => queries.refetchQueries({ queryKey: ['positions'] }))
    const chart = await screen.findByRole('img', { name: /−£40\.00 now, between −£40\.00 and £12\.50/ })
    expect(within(chart).getByText('−£20.00')).toBeVisible()
    expect(requestsTo('listPositions')[0]).toEqual({ offset: 0, limit: 1_000 })
  })

  it('never shows an unknown result as zero', async () => {
    signIn()
    answer('getStats', someStats())
    answer('listPositions', pageOf([aPosition({ profitLoss: null })]))
    const { user } = open(address)
    await waitFor(() => expect(screen.getByText('IG has no price right now for 1 position.')).toBeVisible())
    await user.click(screen.getByRole('radio', { name: 'Open profit' }))
    expect(await screen.findByText('IG has no price right now')).toBeVisible()
    expect(screen.getByText('The chart starts when IG has a price.')).toBeVisible()
    expect(screen.queryByText(/£0\.00/)).toBeNull()
  })

  it('sends no request to IG while the settings are incomplete', async () => {
    signIn({ settings: { demoAccountId: '' } })
    open(address)
    expect(await screen.findByText('IG settings incomplete')).toBeVisible()
    expect(requestsTo('getStats')).toEqual([])
    expect(requestsTo('listPositions')).toEqual([])
  })

  it('reports a failed update, and keeps the previous figures', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    fail('getStats', 404)
    const { user, queries } = open(address)
    expect(await screen.findByText('Error loading overview data')).toBeVisible()
    expect(screen.getByText('Please check your connection and try again')).toBeVisible()
    answer('getStats', someStats({ openOrdersCount: 7 }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(figure('Pending orders')).toHaveTextContent('7'))
    expect(screen.queryByText('Error loading overview data')).toBeNull()
    fail('getStats', 404)
    await act(() => queries.refetchQueries({ queryKey: ['stats'] }))
    expect(await screen.findByText('Error loading overview data')).toBeVisible()
    expect(figure('Pending orders')).toHaveTextContent('7')
  })
})

describe('the first steps', () => {
  const alert = (outcome: Outcome, message: string) => anAlertLine({ alertId: outcome, message, outcome })
  /** Sets the answer to `listAlerts`: the alerts that match the requested outcome. */
  const answerAlerts = (...lines: readonly AlertLine[]) =>
    answer('listAlerts', ({ outcome }) =>
      someAlerts(...lines.filter((each) => outcome === undefined || each.outcome === outcome)),
    )
  const line = (name: RegExp) =>
    within(screen.getByRole('list', { name: 'First steps' }))
      .getByText(name)
      .closest('li')!
  beforeEach(() => {
    localStorage.clear()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    answer('listLogs', pageOf([]))
    answer('listInstruments', pageOf([]))
  })

  it('are shown if nothing is set up, and send IG no request', async () => {
    signIn({ settings: { demoApiKey: null } })
    open(address)
    expect(await screen.findByText('0 of 4 done')).toBeVisible()
    expect(line(/^Connect to IG/)).toHaveTextContent('Add your IG username, password, API key and account ID')
    expect(screen.getByRole('link', { name: 'Add your credentials' })).toHaveAttribute(
      'href',
      '/dashboard/settings?focus=credentials',
    )
    expect(line(/^Receive your first alert/)).toHaveTextContent('Waiting for an alert')
    expect(requestsTo('getBrokerAccount')).toEqual([])
  })

  it('show why an alert was refused, and disappear when an order is placed', async () => {
    signIn()
    answer('listInstruments', pageOf([anInstrument()], 23))
    answerAlerts(alert('REFUSED', 'Refused: 5 of 5 positions are open'))
    const { queries } = open(address)
    expect(await screen.findByText('3 of 4 done')).toBeVisible()
    expect(line(/^Add instruments/)).toHaveTextContent('23 instruments in your list')
    expect(line(/^Place your first order/)).toHaveTextContent('not yetRefused: 5 of 5 positions are open')
    answerAlerts(alert('PLACED', 'Placed'), alert('REFUSED', 'Refused'))
    await act(() => queries.refetchQueries({ queryKey: ['alerts'] }))
    await waitFor(() => expect(screen.queryByText('First steps')).toBeNull())
  })

  it('are hidden after the user’s first order, even if there are newer alerts', async () => {
    signIn()
    answer('listAlerts', ({ outcome, after }) =>
      outcome !== 'PLACED'
        ? { ...someAlerts(alert('REFUSED', 'Refused')), next: null }
        : after === undefined
          ? { results: [], next: '1.a' }
          : someAlerts(alert('PLACED', 'Placed')),
    )
    open(address)
    await shown()
    expect(screen.queryByText('First steps')).toBeNull()
  })

  it('stay folded and name the next step, and disappear when the user dismisses them', async () => {
    signIn({ settings: { demoApiKey: null } })
    const first = open(address)
    await first.user.click(await screen.findByRole('button', { name: 'Fold' }))
    expect(screen.queryByRole('list', { name: 'First steps' })).toBeNull()
    first.view.unmount()
    const second = open(address)
    expect(await screen.findByText('Connect to IG')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'First steps' })).toBeNull()
    await second.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('First steps')).toBeNull()
    second.view.unmount()
    open(address)
    expect(await screen.findByText('IG settings incomplete')).toBeVisible()
    expect(screen.queryByText('First steps')).toBeNull()
  })
})
