import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  aLogEntry,
  anAlertLine,
  someAlerts,
  aPosition,
  pageOf,
  someBrokerAccount,
  aPauseState,
  someSettings,
} from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, cut, fail, hold, refuse, requestsTo } from '../testing/server.ts'

const address = '/dashboard/help'

const { matchMedia } = window
/** Sets which media queries match. */
const media = (isSo: (query: string) => boolean) => {
  window.matchMedia = (query) => ({ ...matchMedia(''), media: query, matches: isSo(query) })
}
const within390px = () => media((query) => query.includes('max-width'))
const below1280px = () => media((query) => query.includes('79.99rem'))
afterEach(() => {
  window.matchMedia = matchMedia
})

const openSignedIn = async (as: Parameters<typeof signIn>[0] = {}, where = address) => {
  answerEmpty()
  signIn(as)
  const page = open(where)
  await screen.findByRole('navigation', { name: 'Main' })
  return page
}
/** The shell’s header, which is the first banner. In jsdom, a page’s own header is also a banner. */
const banner = () => screen.getAllByRole('banner')[0]
const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('the loading gate', () => {
  it('shows Loading until the user and the settings are known', async () => {
    answerEmpty()
    signIn()
    const release = hold('getSettings')
    open(address)
    expect(await screen.findByText('Loading')).toBeVisible()
    expect(screen.queryByRole('navigation')).toBeNull()
    release(someSettings())
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  it.each(['getMe', 'getSettings', 'getAppSettings'] as const)(
    'leads to login if %s fails, after two more attempts',
    async (name) => {
      signIn()
      fail(name, 404)
      const page = open(address)
      expect(await screen.findByText('Authentication failed. Please sign in again.')).toBeVisible()
      await waitFor(() => expect(page.path()).toBe('/auth/login'))
    },
  )

  it('refreshes the session only once for all refused calls, and logs the user out if that fails', async () => {
    for (const name of ['getMe', 'getSettings', 'getAppSettings'] as const)
      refuse(name, 'NOT_SIGNED_IN', 'Log in to continue')
    refuse('refreshSession', 'NOT_SIGNED_IN', 'Log in to continue')
    const page = open(address)
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
    expect(requestsTo('refreshSession')).toHaveLength(1)
    expect(requestsTo('getMe')).toHaveLength(1)
  })

  it('repeats a refused call once after the session was refreshed', async () => {
    answerEmpty()
    signIn()
    refuse('getMe', 'NOT_SIGNED_IN', 'Log in to continue')
    answer('refreshSession', () => {
      signIn()
      return { message: 'Refreshed' }
    })
    open(address)
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(requestsTo('getMe')).toHaveLength(2)
  })

  it('does not log the user out if a later read fails, unless the session has ended', async () => {
    const page = await openSignedIn()
    fail('getSettings', 404)
    await page.queries.refetchQueries({ queryKey: ['settings'] })
    await staysSignedIn(page)
  })

  it.each([
    ['with 503', () => fail('refreshSession', 503)],
    ['with 429', () => refuse('refreshSession', 'TOO_MANY_ATTEMPTS', 'Too many attempts')],
    ['for the network', () => cut('refreshSession')],
  ])(
    'does not log the user out if the session could not be refreshed: it failed %s',
    async (_, breakRefresh) => {
      const page = await openSignedIn()
      refuse('getSettings', 'NOT_SIGNED_IN', 'Log in to continue')
      breakRefresh()
      await page.queries.refetchQueries({ queryKey: ['settings'] })
      expect(requestsTo('refreshSession')).not.toEqual([])
      await staysSignedIn(page)
    },
  )

  it('logs the user out if refreshing the session shows that no user is logged in', async () => {
    const page = await openSignedIn()
    refuse('getSettings', 'NOT_SIGNED_IN', 'Log in to continue')
    refuse('refreshSession', 'NOT_SIGNED_IN', 'Log in to continue')
    await page.queries.refetchQueries({ queryKey: ['settings'] })
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
  })
})

/** Waits for another screen. By then a user who was logged out would be on the login page. */
const staysSignedIn = async (page: Awaited<ReturnType<typeof openSignedIn>>) => {
  expect(page.queries.getQueryState(['settings'])?.status).toBe('error')
  signIn()
  await page.user.click(screen.getByRole('link', { name: 'Orders' }))
  expect(await screen.findByRole('heading', { name: 'Orders' })).toBeVisible()
  expect(page.path()).toBe('/dashboard/orders')
  expect(screen.queryByText('Authentication failed. Please sign in again.')).toBeNull()
}

describe('the shell', () => {
  it('links to every screen and describes each link', async () => {
    await openSignedIn()
    expect(entries()).toEqual([
      ...[
        'Overview',
        'Positions',
        'Orders',
        'Strategies',
        'Journal',
        'What if',
        'Instruments',
        'Logs',
        'Notifications',
        'Settings',
        'Help',
      ],
    ])
    expect(screen.getByRole('link', { name: 'Positions' })).toHaveAccessibleDescription(
      'Manage open positions',
    )
    expect(screen.getByRole('link', { name: 'Help' })).toHaveAttribute('aria-current', 'page')
    expect(screen.queryByRole('heading', { name: 'Admin' })).toBeNull()
  })

  it('names the screen in the browser’s tab', async () => {
    const { user } = await openSignedIn()
    expect(document.title).toBe('Help · Signalpost')
    await user.click(screen.getByRole('link', { name: 'Orders' }))
    await waitFor(() => expect(document.title).toBe('Orders · Signalpost'))
  })

  it('shows the admin section to admins', async () => {
    await openSignedIn({ user: { role: 'ADMIN' } })
    expect(screen.getByRole('heading', { name: 'Admin' })).toBeVisible()
    expect(entries().slice(-3)).toEqual(['Users', 'App settings', 'System'])
  })

  it.each([
    ['USER', 'User'],
    ['ADMIN', 'Admin'],
  ] as const)('names the logged-in user, a %s', async (role, label) => {
    await openSignedIn({ user: { role } })
    const aside = within(screen.getByRole('complementary'))
    expect(aside.getByText('AB')).toBeVisible()
    expect(aside.getByText('Ada Byron')).toBeVisible()
    expect(aside.getByText(label, { selector: 'p' })).toBeVisible()
  })

  it.each([
    ['DEMO', 'Demo account DEMO1'],
    ['LIVE', 'Live account LIVE1'],
  ] as const)('shows that the mode is %s, and the account', async (mode, account) => {
    await openSignedIn({ settings: { mode } })
    expect(within(screen.getByRole('complementary')).getByText(mode)).toBeVisible()
    expect(banner()).toHaveTextContent(account)
    const other = mode === 'DEMO' ? 'LIVE' : 'DEMO'
    expect(within(screen.getByRole('complementary')).queryByText(other)).toBeNull()
  })

  it.each(['/dashboard/admin/users', '/dashboard/admin/app-settings', '/dashboard/admin/system'])(
    'leads a user without the role from %s to the overview',
    async (where) => {
      const page = await openSignedIn({}, where)
      await waitFor(() => expect(page.path()).toBe('/dashboard/overview'))
    },
  )

  it('shows icons with tooltips below 1280 px, and a menu with all entries', async () => {
    below1280px()
    const { user } = await openSignedIn()
    const link = screen.getByRole('link', { name: 'Positions' })
    expect(link).toHaveAccessibleDescription('Manage open positions')
    expect(link.closest('li')).toHaveAttribute('title', 'Positions: Manage open positions')
    expect(screen.getByTitle('Ada Byron, User')).toHaveTextContent('AB')
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
    expect(drawer.getByText('Manage open positions')).toBeVisible()
    expect(drawer.getByRole('radio', { name: 'Dark' })).toBeVisible()
  })

  it('has a bar on a phone with the most used screens, Stop and the menu', async () => {
    within390px()
    answerEmpty()
    signIn()
    answer('listPositions', pageOf([aPosition()]))
    hold('getJournal')
    const { user, path } = open('/dashboard/positions')
    await screen.findByRole('navigation', { name: 'Main' })
    const bar = within(screen.getByRole('navigation', { name: 'Main' }))
    await waitFor(() =>
      expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual([
        'Overview',
        'Positions1 open',
        'Journal',
      ]),
    )
    await user.click(bar.getByRole('button', { name: 'Stop and close…' }))
    expect(await screen.findByRole('button', { name: 'Hold to stop and close' })).toBeVisible()
    await user.keyboard('{Escape}')
    await user.click(bar.getByRole('link', { name: 'Journal' }))
    await waitFor(() => expect(path()).toBe('/dashboard/journal'))
  })

  it('opens a drawer on a small screen, and closes it after the user chooses a page', async () => {
    within390px()
    const { user, path } = await openSignedIn()
    await user.click(screen.getByRole('button', { name: 'More' }))
    const drawer = await screen.findByRole('dialog', { name: 'Menu' })
    await user.click(within(drawer).getByRole('link', { name: 'Orders' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(path()).toBe('/dashboard/orders'))
  })

  it('closes the drawer if Back leads to another page', async () => {
    within390px()
    const { user, path, back, go } = await openSignedIn()
    await go('/dashboard/orders')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('dialog', { name: 'Menu' })
    back()
    await waitFor(() => expect(path()).toBe(address))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus())
  })

  it.each(['answers', 'fails'])('leads to login after a logout even if the server %s', async (how) => {
    const { user, path, queries } = await openSignedIn()
    if (how === 'answers') answer('logout', { message: 'Bye' })
    else fail('logout', 500)
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(path()).toBe('/auth/login'))
    await waitFor(() => expect(queries.getQueryData(['me'])).toBeUndefined())
    expect(screen.queryByText('Authentication failed. Please sign in again.')).toBeNull()
  })
})

describe('the theme', () => {
  it('is light at first, and the browser stores the user’s choice', async () => {
    const { user } = await openSignedIn()
    expect(screen.getByRole('radio', { name: 'Light' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement).toHaveClass('dark')
    expect(localStorage.getItem('signalpost-theme')).toBe('dark')
    await user.click(screen.getByRole('radio', { name: 'Light' }))
    expect(document.documentElement).not.toHaveClass('dark')
  })

  it('follows the system’s theme if the user has chosen “System”', async () => {
    localStorage.setItem('signalpost-theme', 'system')
    media((query) => query.includes('dark'))
    await openSignedIn()
    expect(screen.getByRole('radio', { name: 'System' })).toBeChecked()
    expect(document.documentElement).toHaveClass('dark')
  })
})

describe('pausing', () => {
  const pausedByBrake = {
    by: 'BRAKE',
    at: '2026-11-20T15:02:03.000Z',
    reason: '21 orders within 60 s',
  } as const

  it('starts and ends with a click on the same button, and the screen shows whether trading is paused', async () => {
    const { user } = await openSignedIn()
    expect(screen.getByText('Trading on')).toBeVisible()
    const paused = { by: 'USER', at: '2026-11-20T15:02:03.000Z', reason: 'Paused by you' } as const
    answer('setTradingPause', ({ paused: wanted }) => aPauseState({ tradingPause: wanted ? paused : null }))
    await user.click(screen.getByRole('button', { name: 'Pause trading' }))
    expect(await screen.findByText('You paused trading')).toBeVisible()
    expect(banner()).toHaveTextContent('Trading paused')
    await user.click(screen.getByRole('button', { name: 'Resume trading' }))
    expect(await screen.findByText('Trading on')).toBeVisible()
    expect(requestsTo('setTradingPause')).toEqual([{ paused: true }, { paused: false }])
  })

  const since = '2026-11-20T15:03:00.000Z'
  const stopped = { since, until: null, heldFrom: since }
  const heldExit = (alertId: string, market: string) =>
    anAlertLine({ alertId, market, action: 'CLOSE', strategy: 'orb', state: 'held', outcome: 'HELD' })

  it('can stop everything, and every screen then lists the held exits', async () => {
    const { user, queries } = await openSignedIn({ settings: { tradingPause: pausedByBrake } })
    answer('setTradingPause', aPauseState({ tradingPause: pausedByBrake, fullStop: stopped }))
    answer('listAlerts', someAlerts(heldExit('h1', 'LSE:VOD')))
    await queries.invalidateQueries({ queryKey: ['alerts'] })
    await user.click(await screen.findByRole('button', { name: 'Stop everything' }))
    expect(await screen.findByText('You stopped everything')).toBeVisible()
    expect(banner()).toHaveTextContent('Everything stopped')
    const held = await screen.findByRole('region', { name: 'Held exits' })
    expect(held).toHaveTextContent('CLOSE LSE:VODorb')
    // Held exits can only be carried out once trading is resumed.
    expect(within(held).queryByRole('button')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Let exits through' }))
    expect(requestsTo('setTradingPause')).toEqual([{ paused: true, holdExits: true }, { paused: true }])
  })

  it('offers each held exit after trading is resumed, until the user has carried it out', async () => {
    const { user, queries } = await openSignedIn({ settings: { fullStop: { ...stopped, until: since } } })
    answer('listAlerts', someAlerts(heldExit('h1', 'LSE:VOD')))
    answer('confirmAlert', { message: 'Approved' })
    await queries.invalidateQueries({ queryKey: ['alerts'] })
    await user.click(await screen.findByRole('button', { name: 'Carry it out: CLOSE LSE:VOD' }))
    expect(requestsTo('confirmAlert')).toEqual([{ alertId: 'h1' }])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Held exits' })).toBeNull())
  })

  it('forgets the held exits if the user dismisses them', async () => {
    const { user, queries } = await openSignedIn({ settings: { fullStop: { ...stopped, until: since } } })
    answer('listAlerts', someAlerts(heldExit('h1', 'LSE:VOD')))
    await queries.invalidateQueries({ queryKey: ['alerts'] })
    answer('setTradingPause', aPauseState())
    await user.click(await screen.findByRole('button', { name: 'Dismiss all' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Held exits' })).toBeNull())
    expect(requestsTo('setTradingPause')).toEqual([{ forgetHeld: true }])
  })

  it.each(['/dashboard/overview', '/dashboard/positions', '/dashboard/logs', '/dashboard/settings'])(
    'by the safety brake is shown on %s',
    async (where) => {
      await openSignedIn({ settings: { tradingPause: pausedByBrake } }, where)
      expect(await screen.findByText('Trading is paused: 21 orders within 60 s')).toBeVisible()
      expect(screen.getByText(/the safety brake stopped an unusual number of orders/)).toBeVisible()
    },
  )

  it('shows an error and the previous state if the call fails', async () => {
    const { user } = await openSignedIn()
    refuse('setTradingPause', 'FORBIDDEN', 'Not now')
    await user.click(screen.getByRole('button', { name: 'Pause trading' }))
    expect(await screen.findByText('Failed to pause trading')).toBeVisible()
    expect(screen.getByText('Trading on')).toBeVisible()
  })

  const byUser = { by: 'USER', at: '2026-11-20T15:02:03.000Z', reason: 'Paused by you' } as const

  it('is not reverted by a read that began before the pause', async () => {
    const { user, queries } = await openSignedIn()
    const pause = hold('setTradingPause')
    await user.click(screen.getByRole('button', { name: 'Pause trading' }))
    await waitFor(() => expect(requestsTo('setTradingPause')).toHaveLength(1))
    const read = hold('getSettings')
    void queries.invalidateQueries({ queryKey: ['settings'] })
    await waitFor(() => expect(requestsTo('getSettings')).toHaveLength(2))
    pause(aPauseState({ tradingPause: byUser }))
    expect(await screen.findByText('You paused trading')).toBeVisible()
    read(someSettings())
    // Waits until all reads have finished, so that a wrong revert would show.
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(screen.getByText('You paused trading')).toBeVisible()
  })

  it('shows that trading is paused if the pause succeeded and only its response was lost', async () => {
    const { user } = await openSignedIn()
    cut('setTradingPause')
    answer('getSettings', someSettings({ tradingPause: byUser }))
    await user.click(screen.getByRole('button', { name: 'Pause trading' }))
    expect(await screen.findByText('Failed to pause trading')).toBeVisible()
    expect(await screen.findByText('You paused trading')).toBeVisible()
  })
})

describe('what waits for the user', () => {
  const review = anAlertLine({
    alertId: 'r1',
    state: 'review',
    outcome: 'NEEDS_REVIEW',
    message: 'Needs review: IG did not say',
  })
  const waits = anAlertLine({
    alertId: 'w1',
    action: 'CLOSE',
    market: 'LSE:RR',
    state: 'waits',
    outcome: null,
  })

  it('stays on screen even if the log has 500 newer entries of every type', async () => {
    answerEmpty()
    const since = '2026-11-20T15:03:00.000Z'
    signIn({ settings: { mayAsk: true, fullStop: { since, until: since, heldFrom: since } } })
    const types = ['ERROR', 'ALERT', 'TRADE', 'ORDER', 'AUTHENTICATION'] as const
    answer(
      'listLogs',
      pageOf(
        Array.from({ length: 500 }, (_, at) => aLogEntry({ id: `n${at}`, type: types[at % 5] ?? 'ALERT' })),
      ),
    )
    const answerBy = new Date(Date.now() + 60_000).toISOString()
    const asks = anAlertLine({ alertId: 'a1', market: 'LSE:BP', state: 'asks', outcome: 'ASKED', answerBy })
    const held = anAlertLine({ alertId: 'h1', action: 'CLOSE', state: 'held', outcome: 'HELD', answerBy })
    answer('listAlerts', someAlerts(asks, held, waits, review))
    const { go } = open('/dashboard/positions')
    for (const page of ['/dashboard/positions', '/dashboard/logs']) {
      await go(page)
      expect(await screen.findByText('An order needs your review')).toBeVisible()
      expect(await screen.findByText('Place BUY LSE:BP?')).toBeVisible()
      expect(await screen.findByRole('button', { name: 'Carry it out: CLOSE LSE:VOD' })).toBeVisible()
      expect(await screen.findByRole('button', { name: 'Cancel CLOSE LSE:RR' })).toBeVisible()
    }
  })

  it('is read completely if it fills several pages', async () => {
    answerEmpty()
    signIn()
    answer('listAlerts', ({ after }) =>
      after === undefined ? { ...someAlerts(review), next: '1.A' } : someAlerts({ ...review, alertId: 'r2' }),
    )
    open('/dashboard/positions')
    expect(await screen.findByText('2 orders need your review')).toBeVisible()
  })

  it('includes a review, which stays above every screen and in the tab’s title until the user reports what they found', async () => {
    answerEmpty()
    signIn()
    answer('listAlerts', someAlerts(review))
    const { user } = open('/dashboard/positions')
    expect(await screen.findByText('An order needs your review')).toBeVisible()
    const banner = within(screen.getByRole('alert'))
    expect(banner.getByText('DEMO')).toBeVisible()
    expect(banner.getByRole('link', { name: 'Show the alert' })).toHaveAttribute(
      'href',
      '/dashboard/alerts/r1',
    )
    await waitFor(() => expect(document.title).toBe('(1) · Positions · Signalpost'))
    answer('resolveReview', { message: 'Review resolved' })
    answer('listAlerts', someAlerts())
    await user.click(screen.getByRole('button', { name: 'I checked: it isn’t open' }))
    await waitFor(() => expect(screen.queryByText('An order needs your review')).toBeNull())
    expect(requestsTo('resolveReview')).toEqual([{ alertId: 'r1', verdict: 'NOT_OPEN' }])
    await waitFor(() => expect(document.title).toBe('Positions · Signalpost'))
  })

  it('can be looked up at IG again, and stays until the user reports what they found', async () => {
    answerEmpty()
    signIn()
    answer('listAlerts', someAlerts(review))
    const { user } = open('/dashboard/positions')
    answer('lookUpReview', { found: true, message: 'IG’s answer: a position is open after all' })
    await user.click(await screen.findByRole('button', { name: 'Ask IG again' }))
    expect(await screen.findByText('IG’s answer: a position is open after all')).toBeVisible()
    expect(requestsTo('lookUpReview')).toEqual([{ alertId: 'r1' }])
    expect(screen.getByText('An order needs your review')).toBeVisible()
  })

  it('includes waiting exits, which can be cancelled', async () => {
    answerEmpty()
    signIn()
    answer('listAlerts', someAlerts(waits))
    const { user } = open('/dashboard/positions')
    expect(await screen.findByText('An exit is waiting')).toBeVisible()
    answer('cancelExit', { message: 'Cancelled. What it has not closed yet stays open' })
    answer('listAlerts', someAlerts())
    await user.click(screen.getByRole('button', { name: 'Cancel CLOSE LSE:RR' }))
    expect(requestsTo('cancelExit')).toEqual([{ alertId: 'w1' }])
    await waitFor(() => expect(screen.queryByText('An exit is waiting')).toBeNull())
  })

  it('leaves the open profit in the tab’s title if nothing waits', async () => {
    answerEmpty()
    signIn()
    answer(
      'listPositions',
      pageOf([aPosition({ profitLoss: 49.67 }), aPosition({ dealId: 'D2', profitLoss: -9.5 })]),
    )
    const { go } = open('/dashboard/positions')
    await waitFor(() => expect(document.title).toBe('+£40.17 · Positions · Signalpost'))
    await go('/dashboard/overview')
    await waitFor(() => expect(document.title).toBe('+£40.17 · Overview · Signalpost'))
  })

  it('leaves the open profit in the tab’s title if nothing waits and the overview is the first screen', async () => {
    answerEmpty()
    signIn()
    answer('listPositions', pageOf([aPosition({ profitLoss: 49.67 })]))
    open('/dashboard/overview')
    await waitFor(() => expect(document.title).toBe('+£49.67 · Overview · Signalpost'))
  })

  it('is counted on the app’s icon while anything waits', async () => {
    const setAppBadge = vi.fn(() => Promise.resolve())
    const clearAppBadge = vi.fn(() => Promise.resolve())
    Object.assign(navigator, { setAppBadge, clearAppBadge })
    answerEmpty()
    signIn()
    answer('listAlerts', someAlerts(review))
    const { queries } = open('/dashboard/positions')
    await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(1))
    answer('listAlerts', someAlerts())
    clearAppBadge.mockClear()
    await queries.refetchQueries({ queryKey: ['alerts'] })
    await waitFor(() => expect(clearAppBadge).toHaveBeenCalled())
    Reflect.deleteProperty(navigator, 'setAppBadge')
    Reflect.deleteProperty(navigator, 'clearAppBadge')
  })
})

it('the offline notice says that alerts still trade by the user’s rules', async () => {
  answerEmpty()
  signIn()
  open('/dashboard/orders')
  await screen.findByRole('heading', { name: 'Orders' })
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(screen.getByText(/Your alerts keep trading by your rules/)).toBeVisible()
  onLine.mockRestore()
  act(() => void dispatchEvent(new Event('online')))
  expect(screen.queryByText(/Your alerts keep trading/)).toBeNull()
})

describe('the account’s strip', () => {
  const strip = async () => within(await screen.findByRole('region', { name: 'Account at IG' }))
  const figures = async () => {
    const shown = await strip()
    await waitFor(() => expect(shown.queryByText('Reading...')).toBeNull())
    return shown.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
  }

  it('shows the account’s equity, the day’s result and how near a margin call is on every screen', async () => {
    // The clock shows noon, because shortly after midnight the account would have been read on the previous day.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12) })
    const midnight = new Date(new Date().setHours(0, 20, 0, 0)).toISOString()
    answerEmpty()
    signIn()
    answer(
      'getBrokerAccount',
      someBrokerAccount({
        balance: 10_000,
        profitLoss: 49.67,
        margin: 6_029.8,
        available: -12.5,
        readAt: new Date(Date.now() - 4_000).toISOString(),
        today: { since: midnight, equity: 10_021.5, readings: [] },
      }),
    )
    open('/dashboard/orders')
    const all = await figures()
    expect(all.slice(0, 5)).toEqual([
      'Equity £10,049.67',
      'Today +£28.17',
      'Open +£49.67',
      'Margin 60%',
      'Available −£12.50',
    ])
    expect(all[5]).toBe('Read 4 s ago')
    expect((await strip()).getByRole('meter', { name: 'Margin as a share of equity' })).toHaveAttribute(
      'aria-valuenow',
      '60',
    )
  })

  it('shows all figures with their meaning, and the pause button, when the user touches it', async () => {
    within390px()
    const { user } = await openSignedIn()
    answer('getBrokerAccount', someBrokerAccount({ balance: 10_000, profitLoss: 49.67 }))
    await user.click(await screen.findByRole('button', { name: 'All figures of the account' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Account at IG' }))
    expect(sheet.getAllByRole('term').map((term) => term.firstChild?.textContent)).toEqual([
      'Equity',
      expect.stringMatching(/^(Today|Since .*)$/),
      'Open',
      'Margin',
      'Available',
    ])
    expect(sheet.getByText('Balance plus the profit of open positions')).toBeVisible()
    expect(sheet.getByRole('button', { name: 'Pause trading' })).toBeVisible()
  })

  it('names the time since which the day’s result is measured if IG was not read near midnight', async () => {
    const since = new Date(new Date().setHours(9, 12, 0, 0)).toISOString()
    answerEmpty()
    signIn()
    answer(
      'getBrokerAccount',
      someBrokerAccount({ readAt: since, today: { since, equity: 10_000, readings: [] } }),
    )
    open('/dashboard/orders')
    expect((await figures())[1]).toMatch(/^Since 9:12 AM /)
  })
})

describe('the notice about failed reads', () => {
  it.each([
    [
      'IG',
      () => refuse('getBrokerAccount', 'BROKER_UNAVAILABLE', 'IG is down for maintenance'),
      /^IG can’t be read since .*: IG is down for maintenance\./,
    ],
    ['Signalpost', () => fail('getBrokerAccount', 502), /^Signalpost doesn’t answer this page since /],
  ] as const)('appears with the first answer that fails: %s', async (who, breakIt, words) => {
    answerEmpty()
    signIn()
    breakIt()
    open('/dashboard/orders')
    expect(await screen.findByText(words)).toBeVisible()
    // While reads fail, the header does not show that all is well.
    expect(banner()).toHaveTextContent(`Trading on, but ${who} can’t be read`)
    answer('getBrokerAccount', someBrokerAccount())
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })
})

describe('a notice', () => {
  const waits = anAlertLine({
    alertId: 'w1',
    action: 'CLOSE',
    market: 'LSE:RR',
    state: 'waits',
    outcome: null,
  })
  const isOver = (text: string) => screen.getByText(text).closest('.late-notices') !== null

  it('covers the page if it appears while the page is open, and is part of the next page that the user opens', async () => {
    const { queries, go } = await openSignedIn({}, '/dashboard/orders')
    await waitFor(() => expect(queries.getQueryState(['alerts', 'asking'])?.status).toBe('success'))
    answer('listAlerts', someAlerts(waits))
    await queries.invalidateQueries({ queryKey: ['alerts'] })
    expect(await screen.findByText('An exit is waiting')).toBeVisible()
    expect(isOver('An exit is waiting')).toBe(true)
    await go(address)
    await waitFor(() => expect(isOver('An exit is waiting')).toBe(false))
  })

  it('is part of the page if there is already a reason for it when the page opens', async () => {
    answerEmpty()
    signIn()
    answer('listAlerts', someAlerts(waits))
    open('/dashboard/orders')
    expect(await screen.findByText('An exit is waiting')).toBeVisible()
    expect(isOver('An exit is waiting')).toBe(false)
  })

  it('can be dismissed if it is about failed reads', async () => {
    answerEmpty()
    signIn()
    refuse('getBrokerAccount', 'BROKER_UNAVAILABLE', 'IG is down for maintenance')
    const { user } = open('/dashboard/orders')
    const words = /^IG can’t be read since .*: IG is down for maintenance\./
    expect(await screen.findByText(words)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(words)).toBeNull()
    expect(banner()).toHaveTextContent('Trading on, but IG can’t be read')
  })
})

describe('the shell with paper IG', () => {
  it('marks every mode as paper', async () => {
    await openSignedIn({ settings: { mode: 'LIVE', isPaper: true } })
    expect(screen.getAllByText('LIVE · paper').length).toBeGreaterThan(0)
    expect(screen.queryByText('LIVE')).toBeNull()
  })
})
