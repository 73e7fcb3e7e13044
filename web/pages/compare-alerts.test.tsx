import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type ExampleRow, logFile, messageText, ownSecret } from '../features/logs/compare/example-log.ts'
import { aLogEntry, anAlertLine, pageOf, someAlerts } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, requestsTo } from '../testing/server.ts'

const began = Date.now() - 3_600_000
const iso = (seconds: number) => new Date(began + seconds * 1_000).toISOString()
const rowAt = (seconds: number, own: Readonly<Record<string, string>> = {}): ExampleRow => ({
  at: iso(seconds),
  message: messageText({ time: iso(seconds), ...own }),
})

const openPage = () => {
  signIn({ settings: { demoWebhookSecret: ownSecret } })
  answer('listLogs', pageOf([]))
  return open('/dashboard/logs/compare')
}

const choose = async (text: string) => {
  const input = await screen.findByLabelText('Choose a file')
  fireEvent.change(input, { target: { files: [new File([text], 'log.csv', { type: 'text/csv' })] } })
}

it('the comparison shows what happened to each message, and links to the alert and the log entry', async () => {
  const { user } = openPage()
  answer('listAlerts', ({ state, after }) =>
    state === 'open'
      ? someAlerts()
      : after
        ? someAlerts(anAlertLine({ alertId: 'second', acceptedAt: iso(61) }))
        : {
            ...someAlerts(
              anAlertLine({ alertId: 'first', acceptedAt: iso(2) }),
              anAlertLine({ alertId: 'stranger', action: 'CLOSE', acceptedAt: iso(30) }),
            ),
            next: '1.a',
          },
  )
  answer(
    'listLogs',
    pageOf([
      aLogEntry({
        id: 'unreadable',
        createdAt: iso(91),
        description: 'action: UP',
        extra: { kind: 'unreadable', problems: { body: 'empty' }, received: null },
      }),
    ]),
  )
  await choose(logFile([rowAt(0), rowAt(0), rowAt(60), rowAt(120), { at: 'x', message: 'x' }]))
  expect(
    await screen.findByText(
      /^3 messages in the file, from .* to .*: 2 arrived, 1 never arrived and 0 arrived unreadable\. 1 was resent and counts once\. 1 arrived that is not in the file\.$/,
    ),
  ).toBeVisible()
  expect(screen.getByText(/^Line 30: its time can’t be read/)).toBeVisible()
  expect(within(screen.getByRole('list', { name: 'Never arrived' })).getByRole('listitem')).toHaveTextContent(
    /TradingView delivered it, and Signalpost has nothing of it/,
  )
  await user.click(screen.getByRole('radio', { name: 'Arrived 2' }))
  const arrived = within(screen.getByRole('list', { name: 'Arrived' })).getAllByRole('listitem')
  expect(arrived.map((item) => within(item).getByRole('link').getAttribute('href'))).toEqual([
    '/dashboard/alerts/first',
    '/dashboard/alerts/second',
  ])
  expect(arrived[0]).toHaveTextContent('Sent 2 times, taken once')
  await user.click(screen.getByRole('radio', { name: 'Not in the file 1' }))
  expect(within(screen.getByRole('list', { name: 'Not in the file' })).getByRole('link')).toHaveAttribute(
    'href',
    '/dashboard/alerts/stranger',
  )
  expect(requestsTo('listAlerts').at(-1)).toEqual({
    from: iso(-30),
    to: iso(150),
    limit: 100,
    after: '1.a',
  })
})

it('the comparison says what kind of file the user has selected instead of TradingView’s log', async () => {
  openPage()
  await choose('PK\u0003\u0004')
  expect(await screen.findByRole('alert')).toHaveTextContent('This is an Excel workbook')
})

it('the comparison is still shown when the user returns from another page', async () => {
  const { go } = openPage()
  answer('listAlerts', someAlerts())
  await choose(logFile([rowAt(0)]))
  const summary = /^1 message in the file/
  await screen.findByText(summary)
  await go('/dashboard/logs')
  await screen.findByRole('link', { name: 'Compare with TradingView' })
  await go('/dashboard/logs/compare')
  expect(await screen.findByText(summary)).toBeVisible()
})
