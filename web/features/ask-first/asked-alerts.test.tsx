import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anAlertLine, someAlerts } from '../../testing/examples.ts'
import { answerEmpty, open, signIn } from '../../testing/render.tsx'
import { answer, refuse, requestsTo } from '../../testing/server.ts'

const question = (alertId: string, market: string, answerBy = Date.now() + 60_000) =>
  anAlertLine({
    alertId,
    market,
    state: 'asks',
    outcome: 'ASKED',
    acceptedAt: new Date(Date.now() - 60_000 + Number(alertId.at(-1)) * 1_000).toISOString(),
    reason: `Buy 23 ${market} at 88.42 or better; waiting for your approval`,
    answerBy: new Date(answerBy).toISOString(),
  })

const opened = (...asks: readonly ReturnType<typeof question>[]) => {
  answerEmpty()
  signIn({ settings: { mayAsk: true } })
  answer('listAlerts', someAlerts(...asks))
  return open('/dashboard/help')
}
const vod = question('A1', 'LSE:VOD')

describe('an alert that waits for the user’s approval', () => {
  it('is shown on every screen, with a button that approves it', async () => {
    const { user } = opened(vod)
    expect(await screen.findByText('Place BUY LSE:VOD?')).toBeVisible()
    expect(screen.getByText(/^Buy 23 LSE:VOD/)).toBeVisible()
    answer('confirmAlert', { message: 'Approved. We’re checking the alert again with current prices' })
    await user.click(screen.getByRole('button', { name: 'Place BUY LSE:VOD' }))
    expect(await screen.findByText(/^Approved\./)).toBeVisible()
    expect(requestsTo('confirmAlert')).toEqual([{ alertId: 'A1' }])
    await waitFor(() => expect(screen.queryByText('Place BUY LSE:VOD?')).toBeNull())
  })

  it('shows the instrument’s name and the time left to approve', async () => {
    opened({ ...question('A1', 'LSE:BARC', Date.now() + 599_900), name: 'Barclays PLC' })
    expect(await screen.findByText('Place BUY Barclays PLC?')).toBeVisible()
    expect(screen.getByText(/^9 min( \d+ s)? left$/)).toBeVisible()
  })

  it('needs the user to confirm their identity if the server requires it, and is then approved', async () => {
    const { user } = opened(vod)
    refuse('confirmAlert', 'STEP_UP_REQUIRED', 'Confirm it’s you', {
      password: true,
      totp: false,
      passkey: false,
    })
    await user.click(await screen.findByRole('button', { name: 'Place BUY LSE:VOD' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    answer('stepUp', { message: 'Confirmed' })
    answer('confirmAlert', { message: 'Approved. We’re checking the alert again with current data' })
    await user.type(within(dialog).getByLabelText('Password'), 'Right-Pass-1{Enter}')
    expect(await screen.findByText(/^Approved\./)).toBeVisible()
    expect(requestsTo('confirmAlert')).toHaveLength(2)
  })

  it('disappears without a request to the server when the user skips it', async () => {
    const { user } = opened(vod)
    await user.click(await screen.findByRole('button', { name: 'Skip BUY LSE:VOD' }))
    await waitFor(() => expect(screen.queryByText('Place BUY LSE:VOD?')).toBeNull())
    expect(requestsTo('confirmAlert')).toEqual([])
  })

  it('disappears after the user has answered it on another device', async () => {
    const { queries } = opened(vod)
    await screen.findByText('Place BUY LSE:VOD?')
    answer('listAlerts', someAlerts())
    await queries.invalidateQueries()
    await waitFor(() => expect(screen.queryByText('Place BUY LSE:VOD?')).toBeNull())
  })

  it('keeps its place on the screen when another alert arrives or the alert above it is answered', async () => {
    const { queries, user } = opened(question('A2', 'LSE:VOD'))
    await screen.findByText('Place BUY LSE:VOD?')
    // The alert A1 was accepted before A2 but decided after it.
    answer(
      'listAlerts',
      someAlerts(question('A2', 'LSE:VOD'), question('A1', 'LSE:BP'), question('A3', 'LSE:RR')),
    )
    await queries.invalidateQueries()
    await screen.findByText('Place BUY LSE:RR?')
    const names = () => screen.getAllByText(/^(Place )?BUY LSE:/).map(({ textContent }) => textContent)
    expect(names()).toEqual(['Place BUY LSE:VOD?', 'Place BUY LSE:BP?', 'Place BUY LSE:RR?'])
    await user.click(screen.getByRole('button', { name: 'Skip BUY LSE:VOD' }))
    expect(names()).toEqual(['BUY LSE:VOD', 'Place BUY LSE:BP?', 'Place BUY LSE:RR?'])
    expect(screen.getByText('No longer waits for an answer')).toBeVisible()
  })

  it('shows the server’s message if it expires before the approval arrives', async () => {
    const { user } = opened(vod)
    refuse('confirmAlert', 'CHANGED_MEANWHILE', 'The alert is now too old, so no order was placed')
    await user.click(await screen.findByRole('button', { name: 'Place BUY LSE:VOD' }))
    expect(await screen.findByText('The alert is now too old, so no order was placed')).toBeVisible()
  })

  it('is not shown after it has expired', async () => {
    opened(question('A1', 'LSE:VOD', Date.now() - 1))
    await screen.findByRole('navigation', { name: 'Main' })
    await waitFor(() => expect(requestsTo('listAlerts').length).toBeGreaterThan(0))
    expect(screen.queryByText('Place BUY LSE:VOD?')).toBeNull()
  })
})
