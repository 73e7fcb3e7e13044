import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aJournal, aTrade } from '../../infra/dev/testing/example-journal.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, requestsTo } from '../testing/server.ts'

const whole = aJournal()

beforeEach(() => {
  signIn()
  answer('getJournal', { ...whole, strategies: ['momentum', 'orb'] })
  answer('listTrades', {
    results: [aTrade()],
    count: 1,
    next: null,
    previous: null,
    sum: 297.5,
    currency: 'GBP',
  })
})

it('the journal shows five key figures, and hides the others at first', async () => {
  open('/dashboard/journal')
  const figures = within(await screen.findByRole('region', { name: 'Key figures' }))
  for (const [label, value] of [
    ['Result', '+£615.75'],
    ['Trades', '150'],
    ['Won', '52.0%'],
    ['Expectancy', '+0.2 R'],
    ['Profit factor', '1.18'],
  ] as const)
    expect(figures.getByText(label).closest('dt')?.nextElementSibling?.textContent).toBe(value)
  expect(figures.getByText('System quality number')).not.toBeVisible()
})

it('the journal explains a term in its tooltip, and in a dialog on click or Enter', async () => {
  const { user } = open('/dashboard/journal')
  const word = await screen.findByRole('button', { name: 'Expectancy' })
  expect(word).toHaveAttribute('title', expect.stringMatching(/^The average result of a trade\./))
  word.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Expectancy' })).toHaveTextContent(
    /^The average result of a trade\./,
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Expectancy' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Profit factor' }))
  expect(await screen.findByRole('dialog', { name: 'Profit factor' })).toBeVisible()
})

it('the journal’s filter bar applies to the whole page, and its filters are in the address', async () => {
  const { user, address } = open('/dashboard/journal?from=2026-11-16&to=2026-11-20')
  const bar = within(await screen.findByRole('group', { name: 'What the journal shows' }))
  expect(bar.getByRole('radio', { name: 'Dates' })).toBeChecked()
  await user.selectOptions(bar.getByLabelText('Strategy'), 'orb')
  await user.selectOptions(bar.getByLabelText('Side'), 'Sell')
  await user.selectOptions(bar.getByLabelText('Tag'), 'plan')
  const asked = {
    fromDay: '2026-11-16',
    toDay: '2026-11-20',
    strategy: 'orb',
    direction: 'SELL',
    tag: 'plan',
  }
  await waitFor(() => expect(requestsTo('getJournal').at(-1)).toMatchObject(asked))
  await waitFor(() => expect(requestsTo('listTrades').at(-1)).toMatchObject(asked))
  expect(address()).toMatch(/from=2026-11-16&to=2026-11-20.*strategy=orb.*direction=SELL.*tag=plan/)
})

it('the journal’s dates apply to the figures and the curve, but not to the calendar', async () => {
  open('/dashboard/journal?from=2026-11-18&to=2026-11-19')
  const figures = within(await screen.findByRole('region', { name: 'Key figures' }))
  const days = whole.days.filter(({ day }) => day === '2026-11-18' || day === '2026-11-19')
  const net = days.reduce((sum, day) => sum + day.net, 0)
  expect(figures.getByText('Result').nextElementSibling?.textContent).toBe(`+£${net.toFixed(2)}`)
  const table = screen.getByRole('region', { name: 'Days', hidden: true })
  expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(3)
  expect(screen.getByRole('button', { name: /^17 Nov 2026: / })).toBeVisible()
})

it('the journal draws a single day as a line from its start to its end', async () => {
  open('/dashboard/journal?from=2026-11-18&to=2026-11-18')
  const curve = await screen.findByRole('img', { name: /^From £.* to £/ })
  const ends = curve.querySelector('polyline')?.getAttribute('points')?.split(/[ ,]/).map(Number) ?? []
  expect(ends).toHaveLength(4)
  const [startX = 0, startY = 0, endX = 0, endY = 0] = ends
  expect(startX).toBeLessThan(endX)
  // That day made a loss, and pixels count from the top.
  expect(startY).toBeLessThan(endY)
})

it('the journal lists a filter that was set elsewhere on the page, and lets the user remove it', async () => {
  const { user } = open('/dashboard/journal?closer=target')
  await user.click(await screen.findByRole('button', { name: 'Closed by: Target: remove filter' }))
  await waitFor(() => expect(requestsTo('getJournal').at(-1)).not.toHaveProperty('closer'))
})

it('the journal shows in one line that its rows add up to IG’s balance', async () => {
  open('/dashboard/journal')
  expect(await screen.findByText(/^✓ Adds up to IG’s £10,000.00/)).toBeVisible()
  expect(screen.getByText(/^Balance before/)).not.toBeVisible()
})

it('the journal shows a difference from IG’s balance at the top of the page', async () => {
  answer('getJournal', aJournal({ proof: { ...whole.proof, difference: -0.05, differsSince: '2026-11-05' } }))
  open('/dashboard/journal')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('IG’s balance is £0.05 lower than these rows explain, since 5 Nov 2026')
  expect(within(alert).getByText(/^Balance before/)).toBeVisible()
  expect(alert.compareDocumentPosition(screen.getByRole('group', { name: 'What the journal shows' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
})
