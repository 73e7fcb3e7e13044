import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { SystemState } from '../../shared/administration/system.schema.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

const who = { userId: 'user-2', email: 'grace@example.test', mode: 'LIVE' } as const
const system = (change: Partial<SystemState> = {}): SystemState => ({
  version: 'abc1234',
  alerts: { open: 3, oldest: 130, accounts: [{ ...who, open: 3, oldest: 130 }] },
  alarms: [{ name: 'ig-down', isRinging: true, since: '2026-11-22T09:30:00.000Z' }],
  canary: {
    at: '2026-11-22T09:31:00.000Z',
    isWell: true,
    took: 84,
    problem: '',
    certificateEnds: '2027-03-01T00:00:00.000Z',
  },
  allowances: [{ ...who, accountId: 'ABC12', lastMinute: 12, closedUntil: null, closedCode: null }],
  paused: [],
  ...change,
})

const openSystem = (change: Partial<SystemState> = {}) => {
  signIn({ user: { role: 'ADMIN' } })
  answer('getSystem', system(change))
  return open('/dashboard/admin/system')
}

describe('the system page', () => {
  it('shows the version, webhook, certificate, users with open alerts, alarms and request limits', async () => {
    openSystem()
    expect(await screen.findByText('abc1234')).toBeVisible()
    expect(screen.getByText(/in 84 ms/)).toBeVisible()
    expect(screen.getByText(/^valid until 1 Mar 2027/)).toBeVisible()
    expect(screen.getByText('3, the oldest 2 min old')).toBeVisible()
    const waiting = within(screen.getByRole('table', { name: 'Open alerts' }))
    expect(waiting.getByText('grace@example.test')).toBeVisible()
    expect(waiting.getByText('user-2')).toBeVisible()
    expect(within(screen.getByRole('table', { name: 'Alarms' })).getByText('in alarm')).toBeVisible()
    const allowance = within(screen.getByRole('table', { name: 'IG request limits' }))
    expect(allowance.getAllByRole('cell').map(({ textContent }) => textContent)).toContain('12')
  })

  it('reports that the webhook does not respond, and explains why there are no alarms outside AWS', async () => {
    openSystem({
      alarms: null,
      canary: {
        at: '2026-11-22T09:31:00.000Z',
        isWell: false,
        took: 3000,
        problem: 'no answer within 3 seconds',
        certificateEnds: null,
      },
    })
    expect(await screen.findByText('not responding')).toBeVisible()
    expect(screen.getByText(/no answer within 3 seconds/)).toBeVisible()
    expect(screen.getByText(/only a deployment on AWS has them/)).toBeVisible()
  })

  it('pauses a user after a confirmation, with a reason that the user will see', async () => {
    const { user } = openSystem()
    answer('pauseOthers', { changed: 1 })
    await user.type(await screen.findByLabelText('User'), 'grace@example.test')
    await user.type(screen.getByLabelText('Reason'), 'IG is down')
    await user.click(screen.getByRole('button', { name: 'Pause user' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/Alerts for grace@example.test won’t open positions/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Pause trading' }))
    await waitFor(() =>
      expect(requestsTo('pauseOthers')).toEqual([
        { user: 'grace@example.test', paused: true, reason: 'IG is down' },
      ]),
    )
    expect(await screen.findByText('1 user paused')).toBeVisible()
  })

  it('resumes a paused user', async () => {
    const { user } = openSystem({
      paused: [{ ...who, since: '2026-11-22T09:00:00.000Z', reason: 'IG is down' }],
    })
    answer('pauseOthers', { changed: 1 })
    await user.click(await screen.findByRole('button', { name: 'Resume trading' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Resume trading' }),
    )
    await waitFor(() =>
      expect(requestsTo('pauseOthers')).toEqual([{ user: 'user-2', paused: false, reason: '' }]),
    )
  })

  it('reports that the system’s state could not be read', async () => {
    signIn({ user: { role: 'ADMIN' } })
    refuse('getSystem', 'INVALID_REQUEST', 'It is broken')
    open('/dashboard/admin/system')
    expect(await screen.findByText('Error loading system status')).toBeVisible()
  })
})
