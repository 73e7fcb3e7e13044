import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showSetting } from '../lib/use-focused-setting.ts'
import { anAlertLine, anInstrument, aPauseState, aPosition, pageOf, someAlerts } from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, requestsTo } from '../testing/server.ts'

beforeEach(() => {
  answerEmpty()
  // The palette also searches instruments if the test types slowly.
  answer('searchInstruments', pageOf([]))
  signIn()
})

const escaped = (text: string) => text.replaceAll(/[()]/g, String.raw`\$&`)

const opened = async () => {
  const world = open('/dashboard/help')
  await screen.findByRole('heading', { name: 'Help', level: 1 })
  return world
}

describe('the palette', () => {
  it('opens a page by its name', async () => {
    const { user } = await opened()
    await user.keyboard('{Control>}k{/Control}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Search' }))
    await user.type(dialog.getByRole('combobox'), 'credentials and rules')
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'SettingsMode, credentials and rules',
    ])
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('finds positions and instruments, and opens the instrument’s page', async () => {
    answer('listPositions', pageOf([aPosition({ name: 'Apple Inc', marketAndSymbol: 'NASDAQ:AAPL' })]))
    answer(
      'searchInstruments',
      pageOf([anInstrument({ marketAndSymbol: 'NASDAQ:AAPL', igEpic: 'UA.D.AAPL.DAILY.IP' })]),
    )
    answer('listTrades', { ...pageOf([]), sum: 0, currency: 'GBP' })
    const { user } = await opened()
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await user.type(await screen.findByRole('combobox'), 'aapl')
    expect(await screen.findByRole('option', { name: /BUY 0\.43/ })).toBeVisible()
    await user.click(await screen.findByRole('option', { name: /UA\.D\.AAPL/ }))
    expect(await screen.findByRole('heading', { name: 'NASDAQ:AAPL', level: 1 })).toBeVisible()
  })

  it('finds an alert by its market, although the result shows the instrument’s name', async () => {
    answer(
      'listAlerts',
      someAlerts(anAlertLine({ market: 'LSE:TSCO', name: 'Tesco PLC', message: 'Placed' })),
    )
    answer('searchInstruments', pageOf([]))
    const { user } = await opened()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'tsco')
    expect(await screen.findByRole('option', { name: /Tesco PLC/ })).toBeVisible()
  })

  it('pauses trading', async () => {
    answer('setTradingPause', aPauseState())
    const { user } = await opened()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'pause')
    await user.click(screen.getByRole('option', { name: 'Pause trading' }))
    await waitFor(() => expect(requestsTo('setTradingPause')).toEqual([{ paused: true }]))
  })

  it('shows a message if nothing is found', async () => {
    const { user } = await opened()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'zzzz')
    expect(await screen.findByText('Nothing found.')).toBeVisible()
  })
})

describe('a setting', () => {
  it.each([
    ['drawdown', 'Total drawdown', 'spinbutton'],
    ['daily loss', 'Loss today', 'spinbutton'],
    ['consecutive losses', 'Losing trades in a row', 'spinbutton'],
    ['opposite position', 'Allow hedging', 'switch'],
    ['cooldown', 'Instrument trade cooldown (hours)', 'spinbutton'],
  ])('is found by “%s”, and is then in view, focused and marked', async (typed, label, role) => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { user } = await opened()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), typed)
    await user.click((await screen.findAllByRole('option', { name: new RegExp(`^${escaped(label)}`) }))[0]!)
    const field = await screen.findByRole(role, { name: label })
    await waitFor(() => expect(field).toHaveFocus())
    const setting = field.closest('[data-setting]')
    expect(setting).toHaveAttribute('data-marked')
    expect(shown.mock.contexts).toContain(setting)
  })

  it('is found even if each instrument has its own value, and opens the instruments page', async () => {
    const { user } = await opened()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'max position size')
    await user.click(await screen.findByRole('option', { name: /^Max position size/ }))
    expect(await screen.findByRole('heading', { name: 'Instruments', level: 1 })).toBeVisible()
  })

  it('is marked for two seconds after the page has opened at it', () => {
    vi.useFakeTimers()
    document.body.innerHTML = '<div data-setting="drawdown"><input /></div>'
    showSetting('drawdown')
    const setting = document.querySelector('[data-setting]')
    vi.advanceTimersByTime(1_999)
    expect(setting).toHaveAttribute('data-marked')
    vi.advanceTimersByTime(1)
    expect(setting).not.toHaveAttribute('data-marked')
    vi.useRealTimers()
    document.body.innerHTML = ''
  })
})

describe('a shortcut', () => {
  it.each([
    ['o', 'Overview'],
    ['p', 'Positions'],
    ['r', 'Orders'],
    ['s', 'Settings'],
  ])('opens a page: g and %s', async (letter, page) => {
    const { user } = await opened()
    await user.keyboard(`g${letter}`)
    expect(await screen.findByRole('heading', { name: page, level: 1 })).toBeVisible()
  })

  it('is listed for each page, and opens no page if the user presses its letter without g', async () => {
    const { user, path } = await opened()
    await user.keyboard('p?')
    expect(path()).toBe('/dashboard/help')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(dialog.getByText('g p').closest('div')).toHaveTextContent('g pPositions')
  })

  it('is listed with all other shortcuts after the key ?', async () => {
    const { user } = await opened()
    await user.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(dialog.getByText('Show the sidebar as icons, or in full')).toBeVisible()
  })

  it('shows the sidebar as icons if the user presses [, and the browser remembers this', async () => {
    const { user } = await opened()
    expect(screen.getAllByText('Trading logs and history')[0]).not.toHaveClass('sr-only')
    await user.keyboard('[[')
    expect(screen.getAllByText('Trading logs and history')[0]).toHaveClass('sr-only')
    expect(localStorage.getItem('signalpost-slim-sidebar')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Show the whole sidebar' }))
    expect(screen.getAllByText('Trading logs and history')[0]).not.toHaveClass('sr-only')
  })

  it('does nothing while single-key shortcuts are turned off, and the palette can turn them on again', async () => {
    const { user } = await opened()
    await user.keyboard('?')
    await user.click(await screen.findByRole('checkbox', { name: 'Single keys are shortcuts' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'shortcuts')
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('checkbox', { name: 'Single keys are shortcuts' }))
    expect(localStorage.getItem('signalpost-key-shortcuts')).toBe('true')
  })

  it('does nothing if the user types it in a field', async () => {
    const { user, path } = await opened()
    const field = screen.getAllByRole('textbox')[0]!
    await user.click(field)
    await user.keyboard('?gp')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(path()).toBe('/dashboard/help')
  })
})
