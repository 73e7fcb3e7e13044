import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { noLimits } from '../../../shared/limits/loss-limits.ts'
import { someBrokerAccount, aPauseState, someSettings } from '../../testing/examples.ts'
import { answerEmpty, open, signIn } from '../../testing/render.tsx'
import { answer, requestsTo } from '../../testing/server.ts'

const at = (path: string, settings = someSettings()) => {
  answerEmpty()
  signIn()
  answer('getSettings', settings)
  answer('getBrokerAccount', someBrokerAccount({ balance: 10_000, profitLoss: 0 }))
  return open(path)
}

describe('the loss limits form', () => {
  it('explains each limit in money and saves the limits separately from the settings', async () => {
    const { user } = at('/dashboard/settings')
    const loss = await screen.findByRole('spinbutton', { name: 'Loss today' })
    await user.type(loss, '3')
    expect(
      await screen.findByText(
        'Entries stop £300.00 below the day’s starting figure. Measured from your account now, that is at £9,700.00',
      ),
    ).toBeVisible()
    answer('saveLossLimits', someSettings({ lossLimits: { DEMO: noLimits } }))
    await user.click(screen.getByRole('button', { name: 'Save loss limits' }))
    expect(await screen.findByText('Loss limits saved')).toBeVisible()
    const saved = { mode: 'DEMO', ...noLimits, lossToday: { unit: 'PERCENT', amount: 3 } }
    expect(requestsTo('saveLossLimits')).toEqual([saved])
  })

  it('offers to close all positions for each loss limit separately, but not for other limits', async () => {
    const limits = { ...noLimits, lossToday: { unit: 'MONEY' as const, amount: 300 }, tradesToday: 5 }
    const { user } = at('/dashboard/settings', someSettings({ lossLimits: { DEMO: limits } }))
    const choice = await screen.findByLabelText('When today’s loss limit is reached')
    expect(screen.getAllByLabelText(/^When .* is reached$/)).toEqual([choice])
    await user.selectOptions(choice, 'Stop new entries and close everything')
    answer('saveLossLimits', someSettings())
    await user.click(screen.getByRole('button', { name: 'Save loss limits' }))
    await waitFor(() =>
      expect(requestsTo('saveLossLimits')).toMatchObject([
        { onReach: { lossToday: 'CLOSE', fallToday: 'STOP', drawdown: 'STOP' } },
      ]),
    )
  })

  it('saves a group of instruments with its own cap', async () => {
    const { user } = at('/dashboard/settings')
    await user.type(await screen.findByLabelText('Open risk (percent of equity)'), '5')
    expect(screen.getByText(/total loss with every stop hit would then exceed £500.00/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Add a group of instruments' }))
    await user.type(screen.getByLabelText('Group'), 'US tech')
    await user.type(screen.getByLabelText('Instruments'), 'nasdaq:aapl, nasdaq:msft')
    answer('saveLossLimits', someSettings())
    await user.click(screen.getByRole('button', { name: 'Save loss limits' }))
    await waitFor(() =>
      expect(requestsTo('saveLossLimits')).toMatchObject([
        {
          openRisk: {
            groups: [{ name: 'US tech', instruments: ['NASDAQ:AAPL', 'NASDAQ:MSFT'], percent: 2 }],
          },
        },
      ]),
    )
  })
})

describe('a limit that was reached', () => {
  const trip = {
    key: 'losingTrades',
    strategy: null,
    accountId: 'DEMO1',
    at: '2026-11-20T14:58:00.000Z',
    until: null,
    sentence: '3 losing trades in a row; your limit is 3',
    closes: false,
    closing: [],
  }

  it('is shown on every screen with its reason, and the user can lift it', async () => {
    const { user } = at('/dashboard/help', someSettings({ trips: [trip] }))
    expect(await screen.findByText('A limit stopped new entries')).toBeVisible()
    expect(screen.getByText(/3 losing trades in a row; your limit is 3/)).toBeVisible()
    expect(screen.getByText('Stopped by a limit')).toBeVisible()
    answer('setTradingPause', aPauseState())
    await user.click(screen.getByRole('button', { name: 'Resume entries' }))
    await waitFor(() => expect(requestsTo('setTradingPause')).toEqual([{ liftTrip: { strategy: null } }]))
    await waitFor(() => expect(screen.queryByText('A limit stopped new entries')).toBeNull())
  })

  it('is shown with the question whether an unexplained fall of the balance was a withdrawal', async () => {
    const unexplained = { amount: '400', currency: 'GBP' }
    const { user } = at('/dashboard/help', someSettings({ trips: [{ ...trip, unexplained }] }))
    expect(await screen.findByText(/The balance fell by £400.00 and nothing at IG shows why/)).toBeVisible()
    answer('setTradingPause', aPauseState())
    await user.click(screen.getByRole('button', { name: 'It was a withdrawal' }))
    await waitFor(() =>
      expect(requestsTo('setTradingPause')).toEqual([{ liftTrip: { strategy: null, wasWithdrawal: true } }]),
    )
  })
})
