import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anOrder, pageOf, someStats } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, fail, refuse, requestsTo } from '../testing/server.ts'

const address = '/dashboard/orders'
const bp = anOrder({ marketAndSymbol: 'LSE:BP.' })
const shell = anOrder({ dealId: 'DIAAAAORD2', igEpic: 'KA.D.SHEL.DAILY.IP', direction: 'BUY' })

describe('the orders page', () => {
  it('copies a deal ID when the user clicks its button', async () => {
    signIn()
    answer('listOrders', pageOf([bp]))
    const { user } = open(address)
    await user.click(await screen.findByRole('button', { name: 'Copy DIAAAAORD1' }))
    expect(await screen.findByText('Copied to clipboard!')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('DIAAAAORD1')
  })

  it('shows each working order', async () => {
    signIn()
    answer('listOrders', pageOf([bp]))
    open(address)
    const row = await screen.findByRole('row', { name: /KA\.D\.BP/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([
      'LSE:BP.',
      'SELL',
      'LIMIT',
      '23.12',
      '432.4',
      '441.1',
      '415',
      expect.stringMatching(/^20 Nov 2026, \d{1,2}:\d\d (AM|PM)$/),
      'KA.D.BP.DAILY.IP',
      'DIAAAAORD1',
      'Delete',
    ])
    expect(screen.getByText('View your open orders')).toBeVisible()
  })

  it('shows the orders that match the search in the address', async () => {
    signIn()
    answer('listOrders', pageOf([bp, shell]))
    open(`${address}?q=shel`)
    // The list shows the epic if the market has no name in the user's list.
    expect(await screen.findAllByText('KA.D.SHEL.DAILY.IP')).toHaveLength(2)
    expect(screen.queryByText('KA.D.BP.DAILY.IP')).toBeNull()
    expect(screen.getByPlaceholderText('Search orders by IG Epic, Deal ID...')).toHaveValue('shel')
  })

  it('shows the times of the last and the next update if IG’s request limit is used up', async () => {
    signIn()
    const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
    answer('listOrders', { ...pageOf([bp]), waiting: { readAt: fromNow(-90_000), nextAt: fromNow(14_000) } })
    open(address)
    expect(
      await screen.findByText(
        /^IG’s request limit for this minute is used up\. The next update is in 1[34] s\. This page is from /,
      ),
    ).toBeVisible()
  })

  it('warns that the latest orders may be missing if IG’s request limit has prevented an update', async () => {
    signIn()
    answer('listOrders', { ...pageOf([bp]), outdated: true })
    open(`${address}?q=nothing`)
    expect(
      await screen.findByText(
        /used up, so your latest orders and closes may not show yet\. This page updates within/,
      ),
    ).toBeVisible()
  })

  it('sends no request to IG while the settings are incomplete', async () => {
    signIn({ settings: { mode: 'LIVE', liveApiKey: null } })
    open(address)
    expect(await screen.findByText('IG settings incomplete')).toBeVisible()
    expect(screen.getByText(/complete your LIVE settings/)).toBeVisible()
    expect(requestsTo('listOrders')).toEqual([])
  })

  it('shows a general message if the API gives no reason for a failure', async () => {
    signIn()
    fail('listOrders', 404)
    open(address)
    expect(await screen.findByText('Error loading orders')).toBeVisible()
    expect(screen.getByText('Something went wrong')).toBeVisible()
  })
})

describe('the dialog that deletes an order', () => {
  const ask = async (mode: 'DEMO' | 'LIVE' = 'DEMO') => {
    signIn({ settings: { mode }, user: { mode } })
    answer('listOrders', pageOf([bp, shell]))
    answer('getStats', someStats())
    const { user } = open(address)
    await user.click(await screen.findByRole('button', { name: 'Delete LSE:BP. DIAAAAORD1' }))
    return { user, dialog: within(await screen.findByRole('alertdialog', { name: 'Delete order' })) }
  }

  it('deletes only the selected order, tells the user and updates the list', async () => {
    const { user, dialog } = await ask()
    answer('deleteOrder', ({ dealId }) => ({ dealId, status: 'DELETED', message: 'Order deleted' }))
    answer('listOrders', pageOf([shell]))
    await user.click(dialog.getByRole('button', { name: 'Delete order' }))
    expect(await screen.findByText('Order deleted successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('KA.D.BP.DAILY.IP')).toBeNull())
    expect(requestsTo('deleteOrder')).toEqual([{ dealId: 'DIAAAAORD1', mode: 'DEMO', accountId: 'DEMO1' }])
  })

  it('shows the account and the mode if the mode is LIVE', async () => {
    const { dialog } = await ask('LIVE')
    expect(dialog.getByText('LIVE1')).toBeVisible()
    expect(dialog.getByText('LIVE')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Delete order (LIVE)' })).toBeVisible()
  })

  it('says why the order could not be deleted, and closes', async () => {
    const { user, dialog } = await ask()
    refuse('deleteOrder', 'OUTCOME_UNKNOWN', 'IG did not say whether it deleted the order')
    await user.click(dialog.getByRole('button', { name: 'Delete order' }))
    expect(await screen.findByText("Couldn't delete order")).toBeVisible()
    expect(screen.getByText('IG did not say whether it deleted the order')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})
