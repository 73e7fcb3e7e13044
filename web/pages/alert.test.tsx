import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ResponseOf } from '../../shared/contract/index.ts'
import type { RuleName } from '../../shared/trading/model/rule-names.ts'
import { anAlertLine, anUnderstoodAlert, someAlerts } from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

const alert: ResponseOf<'getAlert'> = {
  alertId: 'ALERT1',
  mode: 'DEMO',
  state: 'open',
  acceptedAt: '2026-11-26T09:00:00.000Z',
  received: '{"secret":"••••","market":"LSE:VOD","atr":["1","2"]}',
  notifications: [
    { channel: 'mail', leavesAt: null },
    { channel: 'slack', leavesAt: '2026-11-26T21:30:00.000Z' },
  ],
  extra: {
    phases: [100, 400],
    brokerReason: 'MARKET_CLOSED',
    alert: anUnderstoodAlert({ price: '88.42', strategy: 'orb', comment: 'breakout' }),
  },
}
const step = (rule: RuleName, passed: boolean) => ({
  rule,
  passed,
  actual: 'found',
  required: 'wanted',
  sentence: `The rule ${rule} was checked`,
})
const ended: ResponseOf<'getAlert'>['ended'] = {
  outcome: 'REFUSED',
  at: '2026-11-26T09:00:00.500Z',
  message: 'Refused: cooldown',
  trace: [step('mode', true), step('credentials', true), step('cooldown', false)],
}

const opened = (answers: ResponseOf<'getAlert'>) => {
  answerEmpty()
  signIn()
  answer('getAlert', answers)
  return open('/dashboard/alerts/ALERT1')
}

it('the alert page shows a refusal with its fields and times, and collapses the rules that passed', async () => {
  const { user } = opened({ ...alert, ended })
  expect(await screen.findByRole('heading', { name: 'LSE:VOD BUY at 88.42', level: 1 })).toBeVisible()
  expect(screen.getByText('Refused: cooldown')).toBeVisible()
  expect(screen.getByText(/The rule mode was checked/)).not.toBeVisible()
  await user.click(screen.getByText('2 rules passed'))
  expect(screen.getByText(/The rule mode was checked/)).toBeVisible()
  expect(screen.getByText('MARKET_CLOSED')).toBeVisible()
  expect(screen.getByText('breakout')).toBeVisible()
  expect(screen.getByLabelText('The alert as received').textContent).toBe(
    '{\n  "secret": "••••",\n  "market": "LSE:VOD",\n  "atr": ["1", "2"]\n}',
  )
  await user.click(screen.getByRole('radio', { name: 'Raw' }))
  expect(screen.getByLabelText('The alert as received').textContent).toBe(alert.received)
  expect(screen.getByText('Sent')).toBeVisible()
  expect(screen.getByText(/^Not sent yet; due 26 Nov 2026/)).toBeVisible()
  expect(within(screen.getByRole('list', { name: 'Phases' })).getByText('500 ms')).toBeVisible()
})

it('the alert page shows the instrument’s name at IG, and copies the IDs', async () => {
  const { user } = opened({
    ...alert,
    ended,
    extra: { ...alert.extra, name: 'Vodafone Group PLC', dealReference: 'SP-1', dealIds: ['DI1'] },
  })
  const head = await screen.findByRole('heading', { name: 'Vodafone Group PLC BUY at 88.42', level: 1 })
  expect(within(head.parentElement as HTMLElement).getByText('LSE:VOD')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy SP-1' }))
  expect(await navigator.clipboard.readText()).toBe('SP-1')
  expect(screen.getByRole('button', { name: 'Copy DI1' })).toBeVisible()
})

it('the alert page shows a refusal once, and links to its rule and to the what-if page', async () => {
  const { sentence } = step('cooldown', false)
  opened({ ...alert, ended: { ...ended, message: `Refused: cooldown — ${sentence}` } })
  expect(await screen.findAllByText(new RegExp(sentence))).toHaveLength(1)
  expect(screen.getByText(/· needed/)).toHaveTextContent('found found · needed wanted')
  const focus = 'focus=instrumentTradeCooldownPeriodInHours'
  expect(screen.getByRole('link', { name: 'Change the cooldown' })).toHaveAttribute(
    'href',
    `/dashboard/settings?${focus}`,
  )
  expect(screen.getByRole('link', { name: 'What if this rule were different?' })).toHaveAttribute(
    'href',
    `/dashboard/what-if?${focus}&mode=DEMO`,
  )
})

it('the alert page links to the previous and the next alert', async () => {
  const line = (alertId: string, market: string) => anAlertLine({ alertId, market })
  answerEmpty()
  signIn()
  answer('getAlert', { ...alert, ended })
  answer('listAlerts', ({ to, limit }) =>
    someAlerts(
      ...(to && limit === 2
        ? [line('ALERT1', 'LSE:VOD'), line('OLDER', 'LSE:BP')]
        : [line('NEWEST', 'LSE:RR'), line('NEWER', 'LSE:TSCO'), line('ALERT1', 'LSE:VOD')]),
    ),
  )
  open('/dashboard/alerts/ALERT1')
  expect(await screen.findByRole('link', { name: 'Previous alert: BUY LSE:BP' })).toHaveAttribute(
    'href',
    '/dashboard/alerts/OLDER',
  )
  expect(screen.getByRole('link', { name: 'Next alert: BUY LSE:TSCO' })).toHaveAttribute(
    'href',
    '/dashboard/alerts/NEWER',
  )
})

it('the alert page tries the alert again with the current rules when the user clicks the button', async () => {
  const { user } = opened({ ...alert, ended })
  answer('tryAlert', {
    outcome: 'WOULD_PLACE',
    sentence: 'Would place: Buy 1 VOD',
    trace: [],
    order: null,
    stake: null,
  })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Would place: Buy 1 VOD')).toBeVisible()
  expect(requestsTo('tryAlert')).toEqual([{ mode: 'DEMO', alertId: 'ALERT1' }])
})

it('the alert page shows the price and the quote on which the result of “Try again” is based', async () => {
  const { user } = opened({ ...alert, ended })
  const order = {
    epic: 'KA.D.VOD.DAILY.IP',
    stopDistance: '1250',
    seen: { price: '22787.25', quote: '22790' },
  }
  answer('tryAlert', {
    outcome: 'WOULD_PLACE',
    sentence: 'Would place: Buy 1 VOD',
    trace: [],
    order,
    stake: null,
  })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  const result = within(await screen.findByRole('status', { name: 'Result' }))
  expect(result.getByText('22,787.25')).toBeVisible()
  expect(result.getByText('22,790')).toBeVisible()
  expect(result.getAllByRole('term').map((each) => each.textContent)).toEqual([
    'IG epic',
    'Stop distance (points)',
    'Decided on',
    'Price',
    'Quote',
  ])
  expect(result.queryByText(/object Object/)).toBeNull()
})

it('the alert page updates as soon as the alert is decided', async () => {
  opened(alert)
  expect(await screen.findByText('Not decided yet. This page updates automatically.')).toBeVisible()
  answer('getAlert', { ...alert, ended })
  await waitFor(() => expect(screen.getByText('Refused: cooldown')).toBeVisible())
})

it('the alert page says why an exit waits, and lets the user cancel the exit', async () => {
  const waitsFor = 'LSE:VOD isn’t open for dealing. Your stop at 67 stays at IG'
  const { user } = opened({ ...alert, waitsSince: '2026-11-26T09:00:01.000Z', waitsFor })
  expect(
    await screen.findByText(/^Waiting since 26 Nov 2026.* The exit doesn’t expire while it waits\.$/),
  ).toBeVisible()
  expect(screen.getByText(`${waitsFor}.`)).toBeVisible()
  answer('cancelExit', { message: 'Cancelled. What it has not closed yet stays open' })
  await user.click(screen.getByRole('button', { name: 'Cancel this exit' }))
  expect(await screen.findByText('Cancelled. What it has not closed yet stays open')).toBeVisible()
  expect(requestsTo('cancelExit')).toEqual([{ alertId: 'ALERT1' }])
})

it('the alert page shows the server’s message if the alert does not exist', async () => {
  answerEmpty()
  signIn()
  refuse('getAlert', 'NOT_FOUND', 'No alert with this ID. Alerts are kept for 30 days')
  open('/dashboard/alerts/NONE')
  expect(await screen.findByText('No alert with this ID. Alerts are kept for 30 days')).toBeVisible()
})
