import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anOrder, aPosition, pageOf, someStats } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

/** Another tab of the same browser saves another mode or account, or signs in somebody else. */

const turnTab = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

const header = () => within(screen.getAllByRole('banner')[0] as HTMLElement)

describe('back in a tab after the mode was switched in another', () => {
  it('says so at once, and closes nothing on an account that was not in sight', async () => {
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
    await user.click(dialog.getByRole('button', { name: 'Close position in LIVE' }))
    expect(await screen.findByText('Please look again')).toBeVisible()
    expect(requestsTo('closePosition')).toEqual([{ dealId: 'LIVEDEAL', mode: 'LIVE', accountId: 'LIVE1' }])
  })

  it('asks again who is signed in', async () => {
    signIn({ user: { firstName: 'Ada', lastName: 'Byron' } })
    answer('listOrders', pageOf([anOrder()]))
    open('/dashboard/orders')
    expect((await screen.findAllByText('Ada Byron')).length).toBeGreaterThan(0)
    turnTab('hidden')
    signIn({ user: { id: 'user-9', firstName: 'Zed', lastName: 'Zulu' } })
    turnTab('visible')
    await waitFor(() => expect(screen.queryByText('Ada Byron')).toBeNull())
    expect(screen.getAllByText('Zed Zulu').length).toBeGreaterThan(0)
  })
})
