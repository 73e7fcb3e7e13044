import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anOrder, aPosition, pageOf, aPauseState, someSettings } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

const apple = aPosition()
const vodafone = aPosition({
  dealId: 'DIAAAAPOS2',
  marketAndSymbol: 'LSE:VOD',
  direction: 'SELL',
  profitLoss: -60,
})
const order = anOrder()
const inSight = { mode: 'DEMO', accountId: someSettings().demoAccountId }

const openDialog = async (positions = [apple, vodafone]) => {
  signIn()
  answer('listPositions', pageOf(positions))
  answer('listOrders', pageOf([order]))
  const { user } = open('/dashboard/positions')
  await user.click(await screen.findByRole('button', { name: 'Stop and close…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop and close' }))
  return { user, dialog }
}

it('Stop and close first lists what it would stop, delete and close', async () => {
  const { user, dialog } = await openDialog()
  expect(dialog.getByText(/Alerts won’t open positions until you resume trading/)).toBeVisible()
  expect(await dialog.findByText('1 working order at IG. Once deleted, it can’t be filled.')).toBeVisible()
  expect(
    await dialog.findByText(
      '2 positions at IG, to be closed at the market price. At the latest prices, that is a loss of £10.33 in total.',
    ),
  ).toBeVisible()
  // A short press does nothing.
  await user.click(dialog.getByRole('button', { name: 'Hold to stop and close' }))
  for (const name of ['Pause trading', 'Delete all working orders', 'Close all positions'])
    await user.click(dialog.getByRole('switch', { name }))
  expect(dialog.getByRole('button', { name: 'Hold to stop and close' })).toBeDisabled()
  expect(requestsTo('setTradingPause')).toEqual([])
})

it.each([
  [
    'some positions',
    [apple, { ...vodafone, profitLoss: null }],
    'At the latest prices, that is a profit of £49.67 in total, not counting 1 position without a price.',
  ],
  [
    'all positions',
    [apple, vodafone].map((position) => ({ ...position, profitLoss: null })),
    'IG has no price right now, so the result is unknown.',
  ],
])(
  'Stop and close never counts an unknown result as zero, with no price for %s',
  async (_, positions, words) => {
    const { dialog } = await openDialog(positions)
    expect(
      await dialog.findByText(`2 positions at IG, to be closed at the market price. ${words}`),
    ).toBeVisible()
  },
)

it('Stop and close pauses, deletes, closes, checks again, and names what could not be closed and why', async () => {
  const { dialog } = await openDialog()
  answer('setTradingPause', aPauseState())
  answer('deleteOrder', { dealId: order.dealId, status: 'DELETED', message: 'Order deleted' })
  refuse('closePosition', 'BROKER_REFUSED', 'IG refused: The market is closed')
  // Assistive technology cannot hold a button down, so a click is enough.
  fireEvent.click(dialog.getByRole('button', { name: 'Hold to stop and close' }))
  expect(await dialog.findByText('2 of 4 could not be done.')).toBeVisible()
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Failed: Close BUY 0.43 NASDAQ:AAPLIG refused: The market is closed',
    'Failed: Close SELL 0.43 LSE:VODIG refused: The market is closed',
    'Done: Pause trading',
    expect.stringMatching(/^Done: Delete .*Order deleted$/) as string,
  ])
  expect(requestsTo('setTradingPause')).toEqual([{ paused: true }])
  expect(requestsTo('deleteOrder')).toEqual([{ dealId: order.dealId, ...inSight }])
  expect(requestsTo('closePosition')).toEqual([
    { dealId: apple.dealId, ...inSight },
    { dealId: vodafone.dealId, ...inSight },
  ])
})

it('Stop and close starts after the user has held its button for a second', async () => {
  const { user, dialog } = await openDialog()
  await user.click(dialog.getByRole('switch', { name: 'Delete all working orders' }))
  await user.click(dialog.getByRole('switch', { name: 'Close all positions' }))
  answer('setTradingPause', aPauseState())
  const button = dialog.getByRole('button', { name: 'Hold to stop and close' })
  await user.pointer({ keys: '[MouseLeft>]', target: button })
  await waitFor(() =>
    expect(dialog.getByText('All done. Nothing that you chose is left open.')).toBeVisible(),
  )
  expect(requestsTo('setTradingPause')).toEqual([{ paused: true }])
  expect(requestsTo('closePosition')).toEqual([])
})
