import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aTrade } from '../../infra/dev/testing/example-journal.ts'
import { hourlyDecisions, someDecisions } from '../../infra/dev/testing/example-decisions.ts'
import { type Question, replaySession } from '../../shared/journal/what-if/session.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer } from '../testing/server.ts'

/** Replaces the browser's worker, which the test environment lacks, and runs its code in the same thread. */
class WorkerHere extends EventTarget {
  private readonly answer = replaySession()
  postMessage(question: Question) {
    const data = this.answer(structuredClone(question))
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate() {}
}

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerHere)
  signIn()
  answer('listDecisions', someDecisions())
  const lost = aTrade({ alertId: 'two', result: -40 })
  answer('listTrades', { results: [lost], count: 1, next: null, previous: null, sum: -40, currency: 'GBP' })
})

const tryCooldown = async (hours: string) => {
  const field = await screen.findByLabelText('Instrument trade cooldown (hours)')
  fireEvent.change(field, { target: { value: hours } })
  fireEvent.click(screen.getByRole('button', { name: 'Try these rules' }))
}

it('the what-if page counts the alerts that the changed rules would refuse, and adds up the results of their trades', async () => {
  open('/dashboard/what-if')
  await tryCooldown('4')
  const title = await screen.findByRole('heading', { name: 'What would have been different' })
  const result = within(title.closest('section') as HTMLElement)
  expect(result.getAllByText('Of 3 alerts, 1 more would be refused')[0]).toBeTruthy()
  expect(result.getAllByText(/1 alert that would be refused made −£40.00 in your journal/)[0]).toBeTruthy()
  expect(screen.getByText('First half')).toBeTruthy()
})

it('the what-if page groups alerts by their new outcome, with ten alerts of each group at first', async () => {
  answer('listDecisions', hourlyDecisions(24))
  open('/dashboard/what-if')
  await tryCooldown('4')
  const title = await screen.findByRole('heading', { name: 'Alerts that would end differently' })
  const list = within(title.closest('section') as HTMLElement)
  const group = (name: string) => list.getByText(name).textContent
  expect(group('Would be refused')).toBe('Would be refused18')
  expect(group('No difference')).toBe('No difference6')
  expect(list.getAllByRole('button', { name: 'Show both decisions' })).toHaveLength(10)
  fireEvent.click(list.getByRole('button', { name: 'Show more (8 left)' }))
  expect(list.getAllByRole('button', { name: 'Show both decisions' })).toHaveLength(18)
  expect(list.getAllByText(/Apple Inc/)).not.toHaveLength(0)
})

it('the what-if page hides the rules when it shows the result, and shows them again on a click', async () => {
  open('/dashboard/what-if')
  await tryCooldown('4')
  await screen.findByRole('heading', { name: 'What would have been different' })
  const field = screen.getByLabelText('Instrument trade cooldown (hours)')
  expect(field.closest('.hidden')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Change the rules to try' }))
  expect(field.closest('.hidden')).toBeNull()
})

it('the what-if page forgets a tried change when the time span changes, because the form starts again', async () => {
  open('/dashboard/what-if')
  await tryCooldown('4')
  await screen.findByRole('heading', { name: 'What would have been different' })
  fireEvent.change(screen.getByLabelText('Time span'), { target: { value: '7' } })
  expect(await screen.findByText('Change a rule above and press “Try these rules”.')).toBeTruthy()
  await waitFor(() => expect(screen.getByLabelText('Instrument trade cooldown (hours)')).not.toHaveValue(4))
  expect(screen.queryByRole('heading', { name: 'What would have been different' })).toBeNull()
})

it('the what-if page shows both decisions of an alert', async () => {
  open('/dashboard/what-if')
  await tryCooldown('4')
  fireEvent.click(await screen.findByRole('button', { name: 'Show both decisions' }))
  expect(await screen.findByText('Original decision')).toBeTruthy()
  expect(screen.getAllByRole('list', { name: 'Decision trace' })).toHaveLength(2)
  expect(screen.getByText('Would be refused')).toBeTruthy()
})

it('the what-if page opens the settings with the tried rules filled in', async () => {
  open('/dashboard/what-if')
  await tryCooldown('4')
  fireEvent.click(await screen.findByRole('button', { name: 'Use these settings' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Settings'))
  const field = screen.getByLabelText<HTMLInputElement>('Instrument trade cooldown (hours)')
  await waitFor(() => expect(field.value).toBe('4'))
})

it('the what-if page shows above the rules how many alerts were refused, before it reads anything from IG', async () => {
  const some = someDecisions()
  const tradingPause = { by: 'USER', at: '2026-09-07T13:31:10Z', reason: 'now' }
  const settings = Object.fromEntries(
    Object.entries(some.settings).map(([name, each]) => [name, { ...each, tradingPause }]),
  )
  answer('listDecisions', { ...some, settings })
  open('/dashboard/what-if')
  expect(await screen.findByText(/^3 of 3 alerts were refused before Signalpost read anything/)).toBeTruthy()
})

it('the what-if page explains why no alert can be replayed', async () => {
  answer('listDecisions', { decisions: [], settings: {}, next: null })
  open('/dashboard/what-if')
  expect(await screen.findByText(/No alerts from this time span can be replayed/)).toBeTruthy()
})
