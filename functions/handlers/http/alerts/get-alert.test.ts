import { expect, test } from 'vitest'
import { makePerson, type Person, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { anAlert } from '../../../../infra/dev/testing/trading-values.ts'
import { getLedger, saveLedger } from '../../../broker/ledger-store.ts'
import { emptyLedger } from '../../../trading/ledger/ledger.ts'
import type { AlertRecord } from '../../../trading/ports/alert-record.ts'
import { getAlert, putAlert, saveOutcome } from '../../../alerts/alert-store.ts'
import { notificationStore } from '../../../notifications/notification-store.ts'
import { stepInWords } from '../../../../shared/trading/rules/trace.ts'

useAccounts()

const acceptedAt = Date.parse('2026-11-26T09:00:00Z')

const arrived = async ({ id }: Person) => {
  const alertId = `alert${id.replaceAll('-', '')}`
  await putAlert({
    alertId,
    userId: id,
    acceptedAt,
    outcome: null,
    waits: 0,
    ofMinute: 1,
    captured: { mode: 'DEMO', accountId: 'ABC12', credentialsVersion: 2 },
    alert: anAlert({ action: 'BUY', market: 'LSE:VOD', comment: 'breakout', strategy: 'orb' }),
    received: '2026-11-26T09:00:00Z •••• LSE:VOD BUY 88.42',
  })
  return alertId
}

test('an alert is returned with its parsed values and, once it has ended, with its rules', async () => {
  const person = await makePerson()
  const alertId = await arrived(person)
  const before = await person.browser.call('getAlert', { alertId })
  expect(before).toMatchObject({
    status: 200,
    body: {
      alertId,
      mode: 'DEMO',
      state: 'open',
      acceptedAt: '2026-11-26T09:00:00.000Z',
      received: '2026-11-26T09:00:00Z •••• LSE:VOD BUY 88.42',
    },
  })
  expect(before.body).toHaveProperty(
    'extra.alert',
    expect.objectContaining({ comment: 'breakout', strategy: 'orb' }),
  )
  expect(before.body).not.toHaveProperty('ended')
  const step = {
    rule: 'position change',
    passed: false,
    fact: { kind: 'reduce', from: 'long', to: 'long' },
  } as const
  await saveOutcome((await getAlert(alertId)) as AlertRecord, {
    outcome: 'BLOCKED',
    ending: { kind: 'told', sentence: 'Blocked: no' },
    name: 'Vodafone Group PLC',
    trace: [step],
    decidedAt: acceptedAt + 500,
    phases: [100, 400],
  })
  expect((await person.browser.call('getAlert', { alertId })).body).toMatchObject({
    ended: {
      outcome: 'BLOCKED',
      at: '2026-11-26T09:00:00.500Z',
      message: 'Blocked: no',
      trace: [stepInWords(step)],
    },
    extra: { name: 'Vodafone Group PLC', phases: [100, 400] },
    notifications: [],
  })
})

test('a waiting exit shows when it began to wait, and only its user can cancel it', async () => {
  const person = await makePerson()
  const alertId = await arrived(person)
  const account = { userId: person.id, mode: 'DEMO' } as const
  const waits = { alertId, market: 'LSE:VOD', since: acceptedAt + 1_000 }
  await saveLedger(account, { ...emptyLedger, version: 1, waiting: [waits] })
  const read = () => person.browser.call('getAlert', { alertId })
  expect((await read()).body).toMatchObject({ state: 'waits', waitsSince: '2026-11-26T09:00:01.000Z' })
  const other = await makePerson()
  expect((await other.browser.call('cancelExit', { alertId })).status).toBe(404)
  expect(await person.browser.call('cancelExit', { alertId })).toMatchObject({
    status: 200,
    body: { message: 'Cancelled. What it has not closed yet stays open' },
  })
  expect((await getLedger(account)).waiting).toEqual([{ ...waits, isCancelled: true }])
  await saveLedger(account, { ...emptyLedger, version: 3 })
  expect(await person.browser.call('cancelExit', { alertId })).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE' },
  })
})

test('an alert lists the channels that have sent its outcome and those that have yet to send it', async () => {
  const person = await makePerson()
  const alertId = await arrived(person)
  await saveOutcome((await getAlert(alertId)) as AlertRecord, {
    outcome: 'REFUSED',
    ending: { kind: 'told', sentence: 'Refused: no' },
    trace: [],
    decidedAt: acceptedAt + 500,
    phases: [100, 400],
  })
  const eventId = `${alertId}-alert.refused`
  await notificationStore.updateChannel(person.id, 'slack', { address: 'hooks.slack.com ••••' })
  await notificationStore.noteSent(person.id, 'slack', [eventId], acceptedAt)
  await notificationStore.noteEvent(person.id, 'mail', eventId, acceptedAt + 3_600_000)
  expect((await person.browser.call('getAlert', { alertId })).body).toMatchObject({
    notifications: expect.arrayContaining([
      { channel: 'mail', leavesAt: '2026-11-26T10:00:00.000Z' },
      { channel: 'slack', leavesAt: null },
    ]) as unknown[],
  })
})

test('another user’s alert can be neither read nor used for a dry run', async () => {
  const alertId = await arrived(await makePerson())
  const other = await makePerson()
  for (const [name, request] of [
    ['getAlert', { alertId }],
    ['tryAlert', { mode: 'DEMO', alertId }],
  ] as const)
    expect(await other.browser.call(name, request)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'No alert with this ID. Alerts are kept for 30 days' },
    })
})

test('a dry run of an alert uses the current rules, as if the alert had just arrived', async () => {
  const person = await makePerson()
  const alertId = await arrived(person)
  const { status, body } = await person.browser.call('tryAlert', { mode: 'DEMO', alertId })
  expect(status).toBe(200)
  const { trace } = body as { trace: { rule: string; passed: boolean }[] }
  expect(trace.find(({ rule }) => rule === 'credentials')).toMatchObject({ passed: false })
})

test('a dry run needs either an alert or the ID of an alert', async () => {
  const { browser } = await makePerson()
  for (const request of [{ mode: 'DEMO' }, { mode: 'DEMO', alert: 'x', alertId: 'y' }])
    expect((await browser.call('tryAlert', request)).body).toMatchObject({ code: 'INVALID_REQUEST' })
})

test('only an alert that needs a review is looked up again at IG', async () => {
  const person = await makePerson()
  const alertId = await arrived(person)
  const lookUp = () => person.browser.call('lookUpReview', { alertId })
  expect(await lookUp()).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } })
  const ending = { kind: 'no answer', about: 'stop' } as const
  await saveOutcome((await getAlert(alertId)) as AlertRecord, {
    outcome: 'NEEDS_REVIEW',
    ending,
    trace: [],
    decidedAt: acceptedAt,
  })
  expect(await lookUp()).toMatchObject({ status: 200, body: { found: false } })
})
