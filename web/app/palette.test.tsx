import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { anInstrument, aPauseState, aPosition, pageOf } from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, requestsTo } from '../testing/server.ts'

beforeEach(() => {
  answerEmpty()
  signIn()
})

const opened = async () => {
  const world = open('/dashboard/help')
  await screen.findByRole('heading', { name: 'Help', level: 1 })
  return world
}

describe('the search of every screen', () => {
  it('goes to a page by its name', async () => {
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

  it('finds positions and instruments, and leads to the instrument’s page', async () => {
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

  it('pauses trading', async () => {
    answer('setTradingPause', aPauseState())
    const { user } = await opened()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'pause')
    await user.click(screen.getByRole('option', { name: 'Pause trading' }))
    await waitFor(() => expect(requestsTo('setTradingPause')).toEqual([{ paused: true }]))
  })

  it('reports it if nothing is found', async () => {
    const { user } = await opened()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'zzzz')
    expect(await screen.findByText('Nothing found.')).toBeVisible()
  })
})

describe('a shortcut', () => {
  it('lists all of them with ?', async () => {
    const { user } = await opened()
    await user.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(dialog.getByText('Show the sidebar as icons, or in full')).toBeVisible()
  })

  it('shows the sidebar as icons with [, and is kept', async () => {
    const { user } = await opened()
    expect(screen.getAllByText('Trading logs and history')[0]).not.toHaveClass('sr-only')
    await user.keyboard('[[')
    expect(screen.getAllByText('Trading logs and history')[0]).toHaveClass('sr-only')
    expect(localStorage.getItem('signalpost-slim-sidebar')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Show the whole sidebar' }))
    expect(screen.getAllByText('Trading logs and history')[0]).not.toHaveClass('sr-only')
  })

  it('is none if single keys are turned off, and they can be turned on again', async () => {
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

  it('is a letter like any other in a field', async () => {
    const { user } = await opened()
    const field = screen.getAllByRole('textbox')[0]!
    await user.click(field)
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
