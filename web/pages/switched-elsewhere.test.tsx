import type { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anOrder, aPosition, pageOf, someStats } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, hold, refuse, requestsTo } from '../testing/server.ts'

/** Shows or hides this tab, as the browser does when the user changes to another tab. */

const turnTab = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

const header = () => within(screen.getAllByRole('banner')[0] as HTMLElement)

describe('a tab that becomes visible after a switch in another tab', () => {
  it('shows the new account immediately, and closes only positions of that account', async () => {
    signIn({ settings: { mode: 'DEMO' } })
    answer('getStats', someStats())
    answer('listPositions', pageOf([aPosition({ dealId: 'DEMODEAL' })]))
    const { user } = open('/dashboard/positions')
    await screen.findByText('DEMODEAL')
    turnTab('hidden')
    signIn({ settings: { mode: 'LIVE' } })
    answer('listPositions', pageOf([aPosition({ dealId: 'LIVEDEAL' })]))
    turnTab('visible')
    await screen.findByText('LIVEDEAL')
    expect(await header().findByText('LIVE1')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /^Close .*LIVEDEAL/ }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('LIVE1')).toBeVisible()
    refuse('closePosition', 'CHANGED_MEANWHILE', 'Please look again')
    await user.click(dialog.getByRole('button', { name: 'Close position (LIVE)' }))
    expect(await screen.findByText('Please look again')).toBeVisible()
    expect(requestsTo('closePosition')).toEqual([{ dealId: 'LIVEDEAL', mode: 'LIVE', accountId: 'LIVE1' }])
  })

  it('shows the user who is logged in now', async () => {
    signIn({ user: { firstName: 'Ada', lastName: 'Byron' } })
    answer('listOrders', pageOf([anOrder()]))
    open('/dashboard/orders')
    expect((await screen.findAllByText('Ada Byron')).length).toBeGreaterThan(0)
    turnTab('hidden')
    signIn({ user: { id: 'user-9', firstName: 'Zed', lastName: 'Zulu' } })
    turnTab('visible')
    await waitFor(() => expect(screen.queryByText('Ada Byron')).toBeNull())
    expect(screen.getAllByText('Zed Zulu').length).toBeGreaterThan(0)
    // The orders are read when the page opens, when the tab becomes visible again, and for the new user.
    await waitFor(() => expect(requestsTo('listOrders').length).toBeGreaterThan(2))
  })
})

describe('a list of positions', () => {
  const openInDemo = async () => {
    signIn({ settings: { mode: 'DEMO' } })
    answer('getStats', someStats())
    answer('listPositions', pageOf([aPosition({ dealId: 'DEMODEAL' })]))
    const opened = open('/dashboard/positions')
    await screen.findByText('DEMODEAL')
    return opened
  }
  const switchTo = async (queries: QueryClient, whose: Parameters<typeof signIn>[0]) => {
    signIn(whose)
    await act(() => queries.invalidateQueries({ queryKey: ['settings'] }))
    await act(() => queries.invalidateQueries({ queryKey: ['me'] }))
  }

  it('disappears when the account is switched, even if the new account can’t be read', async () => {
    const { queries } = await openInDemo()
    refuse('listPositions', 'BROKER_UNAVAILABLE', 'IG said no')
    await switchTo(queries, { settings: { mode: 'LIVE' } })
    expect(await screen.findByText('IG said no')).toBeVisible()
    expect(header().getByText('LIVE1')).toBeVisible()
    expect(screen.queryByText('DEMODEAL')).toBeNull()
  })

  it('disappears when the user changes, even if the accounts of both users have the same ID', async () => {
    const { queries } = await openInDemo()
    const release = hold('listPositions')
    await switchTo(queries, { user: { id: 'user-9', firstName: 'Zed' } })
    await waitFor(() => expect(screen.queryByText('DEMODEAL')).toBeNull())
    release(pageOf([aPosition({ dealId: 'ZEDDEAL' })]))
    expect(await screen.findByText('ZEDDEAL')).toBeVisible()
  })

  it('closes its confirmation dialog when the account is switched', async () => {
    const { user, queries } = await openInDemo()
    await user.click(screen.getByRole('button', { name: /^Close .*DEMODEAL/ }))
    await screen.findByRole('alertdialog')
    await switchTo(queries, { settings: { mode: 'LIVE' } })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('stays if neither the account nor the user has changed', async () => {
    const { user, queries } = await openInDemo()
    await user.click(screen.getByRole('button', { name: /^Close .*DEMODEAL/ }))
    await switchTo(queries, { settings: { mode: 'DEMO', maximumOpenPositions: 7 } })
    expect(screen.getByRole('alertdialog')).toBeVisible()
    expect(screen.getByText('DEMODEAL')).toBeInTheDocument()
  })
})
