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
  someSecurity,
  someStats,
} from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, fail, requestsTo } from '../testing/server.ts'

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

/** A bar closed: two placed, two refused. */
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

describe('the overview', () => {
  beforeEach(() => {
    answer('listLogs', pageOf([]))
    answer('listInstruments', pageOf([]))
  })

  it('waits for no second try of a step that it cannot read', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    fail('getNotices', 404)
    open(address)
    expect(await screen.findByText('Open positions')).toBeVisible()
    expect(requestsTo('getNotices')).toHaveLength(1)
  })

  it('tells a burst as one thing', async () => {
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
    const before = '2026-11-20T14:00:00.000Z'
    answer('listAlerts', {
      ...someAlerts(
        ended('4', 'REFUSED', 'Refused: 2 positions open'),
        ended('3', 'REFUSED', 'Refused: 2 positions open'),
        ended('2', 'PLACED', 'Placed'),
        ended('1', 'PLACED', 'Placed'),
        ended('0', 'REJECTED', 'Rejected by IG at 2026-11-20T14:00:00Z', before),
      ),
      bursts: [aBurst],
    })
    answer('listLogs', {
      ...pageOf([]),
      // Of the whole day: the list shows its newest entries.
      ended: {
        DEMO: { placed: 32, refused: 100, failed: 22 },
        LIVE: { placed: 7, refused: 0, failed: 0 },
      },
    })
    open(address)
    expect(
      await screen.findByText(
        /^\d{1,2}:00:00 [AP]M: 4 alerts: 2 placed; 2 refused \(2 positions open; your limit is 2\); 1\.6 s; 7 requests to IG$/,
      ),
    ).toBeVisible()
    const card = within(screen.getByRole('list', { name: 'Today’s alerts' }))
    // And a link to all of the day’s entries.
    expect(card.getAllByRole('listitem')).toHaveLength(3)
    expect(card.getByText(/^Rejected by IG at 20 Nov 2026, \d{1,2}:00:00 [AP]M$/)).toBeVisible()
    expect(card.getByRole('link', { name: 'BUY LSE:S0' })).toHaveAttribute(
      'href',
      '/dashboard/alerts/alert-0',
    )
    for (const [kind, count] of [
      ['placed', '32'],
      ['refused', '100'],
      ['failed', '22'],
    ] as const)
      expect(screen.getByText(kind).closest('div')).toHaveTextContent(count)
    vi.useRealTimers()
  })

  it('shows the four figures, and that IG allowed no request after our latest orders', async () => {
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
    expect((await screen.findByText('Open positions')).closest('div')).toBeVisible()
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

  it('lists what happened, each with its badge, and says it as a chart in words', async () => {
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
    expect(
      screen.getByRole('img', { name: /1 confirmed, 2 pending or other, 1 rejected\. Busiest half hour: / }),
    ).toBeVisible()
  })

  it('reports it if nothing happened', async () => {
    signIn()
    answer('listPositions', pageOf([]))
    answer('getStats', someStats())
    open(address)
    expect(await screen.findByText('No recent activity')).toBeVisible()
    expect(screen.getByText('Your trading activities will appear here')).toBeVisible()
    expect(screen.getByRole('img', { name: 'No actions in the last 6 hours.' })).toBeVisible()
  })

  it('follows the profit and loss of all open positions', async () => {
    signIn()
    answer('getStats', someStats())
    answer(
      'listPositions',
      pageOf([aPosition({ profitLoss: 12.5 }), aPosition({ dealId: 'DI2', profitLoss: null })]),
    )
    const { queries } = open(address)
    expect(await screen.findByText('+£12.50', { selector: 'p' })).toBeVisible()
    expect(screen.getByText('excludes 1 without a price')).toBeVisible()
    answer('listPositions', pageOf([aPosition({ profitLoss: -40 })]))
    await act(() => queries.refetchQueries({ queryKey: ['positions'] }))
    const chart = await screen.findByRole('img', { name: /−£40\.00 now, between −£40\.00 and £12\.50/ })
    expect(screen.getByText('−£40.00', { selector: 'p' })).toBeVisible()
    expect(within(chart).getByText('−£20.00')).toBeVisible()
    expect(requestsTo('listPositions')[0]).toEqual({ offset: 0, limit: 1_000 })
  })

  it('asks IG for nothing until its settings are complete', async () => {
    signIn({ settings: { demoAccountId: '' } })
    open(address)
    expect(await screen.findByText('IG settings incomplete')).toBeVisible()
    expect(requestsTo('getStats')).toEqual([])
    expect(requestsTo('listPositions')).toEqual([])
  })

  it('reports it if it cannot be loaded, and keeps what it had', async () => {
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
  /** The server’s filter. */
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

  it('stand if nothing is set up, and ask IG nothing', async () => {
    signIn({ settings: { demoApiKey: null } })
    open(address)
    expect(await screen.findByText('1 of 7 done')).toBeVisible()
    expect(line(/^Connect to IG/)).toHaveTextContent('Add your IG username, password, API key and account ID')
    expect(screen.getByRole('link', { name: 'Add your credentials' })).toHaveAttribute(
      'href',
      '/dashboard/settings?focus=credentials',
    )
    expect(line(/^Receive your first alert/)).toHaveTextContent('Waiting for an alert')
    expect(requestsTo('getBrokerAccount')).toEqual([])
  })

  it('follow what the server recorded: a refused alert with its reason, then an order', async () => {
    signIn()
    answer('listInstruments', pageOf([anInstrument()], 23))
    answerAlerts(alert('REFUSED', 'Refused: 5 of 5 positions are open'))
    const { queries } = open(address)
    expect(await screen.findByText('4 of 7 done')).toBeVisible()
    expect(line(/^Add instruments/)).toHaveTextContent('23 instruments in your list')
    expect(line(/^Place your first order/)).toHaveTextContent('not yetRefused: 5 of 5 positions are open')
    answerAlerts(alert('PLACED', 'Placed'), alert('REFUSED', 'Refused'))
    await act(() => queries.refetchQueries({ queryKey: ['alerts'] }))
    expect(await screen.findByText('5 of 7 done')).toBeVisible()
    expect(screen.getByRole('link', { name: 'View the decision' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Change the mode' })).toBeVisible()
  })

  it('are gone when all is done, or when they are put away', async () => {
    signIn({ settings: { mode: 'LIVE' } })
    answer('getSecurity', someSecurity({ totp: { since: '2026-11-23T09:00:00.000Z' } }))
    answerAlerts(alert('PLACED', 'Placed'))
    const { user, view } = open(address)
    expect(await screen.findByText('Running profit and loss')).toBeVisible()
    expect(screen.queryByText('First steps')).toBeNull()
    view.unmount()
    signIn()
    open(address)
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('First steps')).toBeNull()
  })
})
