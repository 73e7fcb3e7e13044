import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aLogEntry, pageOf, someSettings } from '../../testing/examples.ts'
import { answerEmpty, open, signIn } from '../../testing/render.tsx'
import { answer, refuse, requestsTo } from '../../testing/server.ts'

const entry = (answerBy: number) =>
  aLogEntry({
    id: 'asked-1',
    type: 'ALERT',
    message: 'Awaiting approval: Buy 23 KA.D.VOD.DAILY.IP at 88.42 or better; waiting for your approval',
    extra: {
      outcome: 'ASKED',
      alertId: 'ALERT1',
      answerBy: new Date(answerBy).toISOString(),
      alert: { action: 'BUY', market: 'LSE:VOD' },
    },
  })

const opened = (mayAsk: boolean, answerBy = Date.now() + 60_000) => {
  answerEmpty()
  signIn()
  answer('getSettings', someSettings(mayAsk ? { mayAsk } : {}))
  answer('listLogs', pageOf([entry(answerBy)]))
  return open('/dashboard/help')
}

describe('an alert that asks', () => {
  it('is shown on every screen, and placed by a yes', async () => {
    const { user } = opened(true)
    expect(await screen.findByText('Place BUY LSE:VOD?')).toBeVisible()
    expect(screen.getByText(/^Buy 23 KA.D.VOD.DAILY.IP/)).toBeVisible()
    answer('confirmAlert', { message: 'Approved. We’re checking the alert again with current prices' })
    await user.click(screen.getByRole('button', { name: 'Place BUY LSE:VOD' }))
    expect(await screen.findByText(/^Approved\./)).toBeVisible()
    expect(requestsTo('confirmAlert')).toEqual([{ alertId: 'ALERT1' }])
    await waitFor(() => expect(screen.queryByText('Place BUY LSE:VOD?')).toBeNull())
  })

  it('goes away by a no, and nothing is sent', async () => {
    const { user } = opened(true)
    await user.click(await screen.findByRole('button', { name: 'Skip BUY LSE:VOD' }))
    await waitFor(() => expect(screen.queryByText('Place BUY LSE:VOD?')).toBeNull())
    expect(requestsTo('confirmAlert')).toEqual([])
  })

  it('goes away once it was answered on another device', async () => {
    opened(true)
    await screen.findByText('Place BUY LSE:VOD?')
    const placed = aLogEntry({
      id: 'placed-1',
      extra: { outcome: 'PLACED', alertId: 'ALERT2', confirms: 'ALERT1' },
    })
    answer('listLogs', pageOf([placed, entry(Date.now() + 60_000)]))
    await waitFor(() => expect(screen.queryByText('Place BUY LSE:VOD?')).toBeNull())
  })

  it('reports it if it has grown too old', async () => {
    const { user } = opened(true)
    refuse('confirmAlert', 'CHANGED_MEANWHILE', 'The alert is now too old, so no order was placed')
    await user.click(await screen.findByRole('button', { name: 'Place BUY LSE:VOD' }))
    expect(await screen.findByText('The alert is now too old, so no order was placed')).toBeVisible()
  })

  it('is not shown once too old, nor to a user who is not asked', async () => {
    opened(true, Date.now() - 1)
    await screen.findByRole('navigation', { name: 'Main' })
    await waitFor(() => expect(requestsTo('listLogs').length).toBeGreaterThan(1))
    expect(screen.queryByText('Place BUY LSE:VOD?')).toBeNull()
  })
})
