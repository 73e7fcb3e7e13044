import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aTrade, tradeDetails } from '../../infra/dev/testing/example-journal.ts'
import { aPosition, pageOf, someBrokerAccount, someStats } from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, cut, refuse, requestsTo } from '../testing/server.ts'

it('the trade page shows an unfilled order without an error', async () => {
  answerEmpty()
  signIn()
  refuse('getTrade', 'NOT_FOUND', 'The order isn’t filled yet, or it ended without being filled')
  open('/dashboard/journal/ALERT1')
  expect(
    await screen.findByText('The order isn’t filled yet, or it ended without being filled'),
  ).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('Error loading the trade')).toBeNull()
})

describe('the page of an open position', () => {
  const address = '/dashboard/journal/DIAAAAPOS1'
  const apple = aPosition({ name: 'Apple Inc (All Sessions)', strategy: 'Breakout', pointValue: 0.43 })
  const details = tradeDetails({
    trade: aTrade({
      id: apple.dealId,
      isOpen: true,
      closedAt: null,
      size: 0.43,
      openLevel: 22_900,
      result: 0,
      r: null,
    }),
    dealIds: [apple.dealId],
    firstStop: 22_280,
    risk: null,
    moves: [{ at: '2026-11-20T14:31:00.000Z', stop: 22_280, limit: 24_140 }],
    alert: {
      alertId: 'ALERT1',
      arrivedAt: '2026-11-20T14:30:57.000Z',
      decidedAt: '2026-11-20T14:30:58.000Z',
      price: 22_899,
      level: null,
      trace: null,
    },
  })
  const show = () => {
    answerEmpty()
    signIn()
    answer('listPositions', pageOf([apple]))
    answer('getStats', someStats())
    answer('getTrade', details)
    answer('getTradePrices', { source: null, length: 'HOUR', bars: [], reason: 'none yet' })
  }

  it('shows the running result, R, the money at stop and target and the initial risk, but no final result', async () => {
    show()
    open(address)
    expect(await screen.findByText('+£49.67')).toBeVisible()
    expect(screen.getByText('+0.19 R').parentElement).toHaveTextContent('+0.50% · +0.19 R')
    const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent
    await screen.findByRole('heading', { name: 'Timeline' })
    expect(figure('At the stop')).toBe('−£266.60')
    expect(figure('At the target')).toBe('+£533.20')
    expect(figure('Initial risk, stop 22,280')).toBe('£266.60')
    expect(figure('Opened at, now')).toBe('22,900 → 23,015.5')
    expect(screen.queryByText(/result (appears|is shown) once/)).toBeNull()
    expect(screen.getByRole('heading', { name: 'Apple Inc (All Sessions)', level: 1 })).toBeVisible()
    expect(screen.getByText('Buy 0.43, Breakout, NASDAQ:AAPL')).toBeVisible()
  })

  it('copies the deal’s IDs and its epic', async () => {
    show()
    const { user } = open(address)
    await user.click(await screen.findByRole('button', { name: 'Copy UA.D.AAPL.DAILY.IP' }))
    expect(await navigator.clipboard.readText()).toBe('UA.D.AAPL.DAILY.IP')
    await screen.findByRole('heading', { name: 'Timeline' })
    for (const id of [apple.dealId, details.alert!.alertId])
      expect(screen.getByRole('button', { name: `Copy ${id}` })).toBeVisible()
  })

  it('links to the alert that opened the position', async () => {
    show()
    open(address)
    expect(await screen.findByRole('link', { name: 'Alert arrived at 22,899' })).toHaveAttribute(
      'href',
      '/dashboard/alerts/ALERT1',
    )
  })

  it('closes the position, and then shows the closed trade', async () => {
    show()
    answer('closePosition', { dealId: apple.dealId, status: 'CLOSED', message: 'Closed at 23,015.5' })
    const { user } = open(address)
    await user.click(await screen.findByRole('button', { name: 'Close NASDAQ:AAPL DIAAAAPOS1' }))
    answer('listPositions', pageOf([]))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Close position' }))
    await user.click(dialog.getByRole('button', { name: 'Close position' }))
    expect(await screen.findByText('Closed. IG hasn’t booked the result yet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
    expect(screen.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  })

  describe('the stop on the page of an open position', () => {
    const ask = async (level: string) => {
      const { user } = open(address)
      await user.click(await screen.findByRole('button', { name: 'Move stop of NASDAQ:AAPL DIAAAAPOS1' }))
      const field = screen.getByLabelText('New stop level')
      expect(field).toHaveFocus()
      expect(field).toHaveValue(22_280)
      await user.clear(field)
      await user.type(field, level)
      await user.keyboard('{Enter}')
      return { user, field }
    }
    const confirm = async (user: Awaited<ReturnType<typeof ask>>['user'], action = 'Move stop') => {
      const dialog = within(await screen.findByRole('alertdialog', { name: 'Move stop' }))
      await user.click(dialog.getByRole('button', { name: action }))
    }

    it('moves after the user has confirmed the new level and its result, and the page shows IG’s answer', async () => {
      show()
      answer('moveStop', {
        dealId: apple.dealId,
        status: 'MOVED',
        message: 'Stop moved from 22,280 to 22,500.5',
      })
      const { user, field } = await ask('22500.5')
      expect(field).toHaveAccessibleDescription('At 22,500.5: −£171.79.')
      const dialog = await screen.findByRole('alertdialog', { name: 'Move stop' })
      expect(dialog).toHaveTextContent(
        'This moves the stop of your BUY 0.43 position in NASDAQ:AAPL from 22,280 to 22,500.5. At 22,500.5: −£171.79. The target stays at 24,140.',
      )
      expect(dialog).toHaveTextContent('DEMO1')
      expect(requestsTo('moveStop')).toEqual([])
      answer('listPositions', pageOf([{ ...apple, stopLevel: 22_500.5 }]))
      await confirm(user)
      expect(await screen.findByText('Stop moved from 22,280 to 22,500.5')).toHaveAttribute('role', 'status')
      expect(await screen.findByText('Stop 22,500.5')).toBeVisible()
      expect(screen.getByText('At the stop').nextElementSibling).toHaveTextContent('−£171.79')
      expect(requestsTo('moveStop')).toEqual([
        { dealId: apple.dealId, mode: 'DEMO', accountId: 'DEMO1', stopLevel: 22_500.5 },
      ])
      await waitFor(() => expect(field).toHaveFocus())
    })

    it('does not move if the level is refused, and its field shows the reason', async () => {
      show()
      const why =
        'Stop not moved: a stop at 23,100 would be on the wrong side of the market (23,015.5). Choose a lower level'
      refuse('moveStop', 'INVALID_REQUEST', why, { stop_level: why })
      const { user, field } = await ask('23100')
      await confirm(user)
      await waitFor(() => expect(field).toBeInvalid())
      expect(field).toHaveAccessibleDescription(`At 23,100: +£86.00. ${why}`)
      await user.type(field, '{Backspace}')
      expect(field).toBeValid()
    })

    it('is sent to IG only once if no answer comes, and the user is asked to check the position', async () => {
      show()
      cut('moveStop')
      const { user, field } = await ask('22500')
      await confirm(user)
      await waitFor(() => expect(field).toBeInvalid())
      expect(requestsTo('moveStop')).toHaveLength(1)
      expect(field).toHaveAccessibleDescription(/Check the position before you try again$/)
    })

    it('cannot be moved to an invalid level', async () => {
      show()
      await ask('0')
      expect(screen.getByRole('button', { name: 'Set stop' })).toBeDisabled()
      expect(screen.queryByRole('alertdialog')).toBeNull()
    })

    it('is moved in LIVE after the user has confirmed their identity', async () => {
      show()
      signIn({ settings: { mode: 'LIVE', liveAccountId: 'LIVE1' } })
      refuse('moveStop', 'STEP_UP_REQUIRED', 'Confirm it’s you', {
        password: true,
        totp: false,
        passkey: false,
      })
      answer('stepUp', { message: 'Confirmed' })
      const { user } = await ask('22000')
      expect(await screen.findByText('This is real money.')).toBeVisible()
      await confirm(user, 'Move stop (LIVE)')
      const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
      answer('moveStop', {
        dealId: apple.dealId,
        status: 'MOVED',
        message: 'Stop moved from 22,280 to 22,000',
      })
      await user.type(proof.getByLabelText('Password'), 'Right-Pass-1')
      await user.keyboard('{Enter}')
      expect(await screen.findByText('Stop moved from 22,280 to 22,000')).toBeVisible()
    })

    it('shows a warning before it is moved, if it will then no longer trail', async () => {
      show()
      answer('listPositions', pageOf([{ ...apple, isTrailing: true }]))
      const { field } = await ask('22500')
      expect(field).toHaveAccessibleDescription(/The stop trails now, and will no longer trail\.$/)
    })

    it('cannot be moved if it is guaranteed', async () => {
      show()
      answer('listPositions', pageOf([{ ...apple, controlledRisk: true }]))
      open(address)
      expect(
        await screen.findByText('The stop is guaranteed. You can move it on IG’s platform only.'),
      ).toBeVisible()
      expect(screen.queryByRole('button', { name: /^Move stop/ })).toBeNull()
    })
  })

  it('shows amounts in the account’s currency, even before the trade is in the journal', async () => {
    show()
    refuse('getTrade', 'NOT_FOUND', 'A new one is here a minute or two after its order filled')
    answer('getBrokerAccount', someBrokerAccount({ currency: 'USD' }))
    const { user } = open(address)
    expect(await screen.findByText('+US$49.67')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Close NASDAQ/ }))
    expect(await screen.findByText(/that is a profit of US\$49\.67\./)).toBeVisible()
  })

  it('shows the position even if it is not in the journal yet', async () => {
    show()
    refuse('getTrade', 'NOT_FOUND', 'A new one is here a minute or two after its order filled')
    open(address)
    expect(await screen.findByText('+£49.67')).toBeVisible()
    expect(screen.getByText('Initial risk, stop 22,280').nextElementSibling).toHaveTextContent('£266.60')
    expect(await screen.findByText(/A new one is here/)).toBeVisible()
  })

  it('shows the reason if the running result can’t be read', async () => {
    show()
    refuse('listPositions', 'BROKER_UNAVAILABLE', 'IG did not answer in time')
    open(address)
    expect(
      await screen.findByText('Open. Its running result could not be read: IG did not answer in time'),
    ).toBeVisible()
  })

  it('names the account if the user currently trades on a different account', async () => {
    show()
    answer('listPositions', pageOf([]))
    open(`${address}?mode=DEMO&account=OTHER1`)
    expect(
      await screen.findByText('Open on OTHER1. Its running result shows while you trade on that account.'),
    ).toBeVisible()
  })
})

it('the page of a closed trade sends IG no request for positions', async () => {
  answerEmpty()
  signIn()
  answer('getTrade', tradeDetails())
  answer('getTradePrices', { source: null, length: 'HOUR', bars: [], reason: 'none' })
  open('/dashboard/journal/DIAAAATRADE1')
  expect(await screen.findByText('+£297.50')).toBeVisible()
  await waitFor(() => expect(requestsTo('getTradePrices')).toHaveLength(1))
  expect(screen.getByText('+1.2 R')).toBeVisible()
})
