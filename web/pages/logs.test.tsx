import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { StepInWords } from '../../shared/trading/model/outcome.schema.ts'
import { aLogEntry, anOutcome, pageOf } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, answerFile, fail, refuse, requestsTo } from '../testing/server.ts'

const address = '/dashboard/logs'
const refused = aLogEntry({
  description: 'BUY LSE:VOD at 88.42',
  extra: anOutcome<StepInWords>({
    alertId: 'alert-7',
    dealIds: [],
    alert: { firedAt: '2026-11-20T15:02:00.000Z' },
    trace: [
      { rule: 'mode', passed: true, actual: 'DEMO', required: 'DEMO', sentence: 'The secret is for DEMO' },
      {
        rule: 'duplicate',
        passed: false,
        actual: '1 working order',
        required: '0',
        sentence: '1 working order on LSE:VOD',
      },
    ],
  }),
})

const opened = async (at = address) => {
  signIn()
  answer('listLogs', pageOf([refused], 45))
  const page = open(at)
  await screen.findByText(refused.message)
  return page
}
/** Returns the requests of the page itself. On every screen, the header requests 25 entries to find errors. */
const requests = () => requestsTo('listLogs').filter(({ limit }) => limit !== 25)
const lastRequest = () => requests().at(-1)

describe('the logs page', () => {
  it('shows a burst above its entries, and the duration of each phase in an entry’s additional data', async () => {
    signIn()
    const of = (id: string, acceptedAt: string) =>
      aLogEntry({
        id,
        message: `Refused: ${id}`,
        extra: anOutcome({ phases: [40, 310, 12], alert: { acceptedAt } }),
      })
    const inBurst = ['a', 'b'].map((id) => of(id, '2026-11-20T15:00:00.100Z'))
    answer('listLogs', {
      ...pageOf([...inBurst, of('before', '2026-11-20T14:00:00.000Z')]),
      bursts: [
        {
          mode: inBurst[0]?.mode ?? 'DEMO',
          from: '2026-11-20T15:00:00.000Z',
          to: '2026-11-20T15:00:00.200Z',
          alerts: 6,
          parts: [{ outcome: 'REFUSED', count: 6, rule: 'open positions', because: null }],
          milliseconds: 800,
          requests: 1,
        },
      ],
    })
    const { user } = open(address)
    const texts = await screen.findAllByText(
      /: 6 alerts: 6 refused \(rule: open positions\); 0\.8 s; 1 request/,
    )
    expect(texts).toHaveLength(1)
    const [first, second, third] = within(screen.getByRole('list', { name: 'Log entries' })).getAllByRole(
      'article',
    )
    expect(first?.closest('li')).toContainElement(texts[0] as HTMLElement)
    expect(second?.closest('li')).toHaveClass('border-l-2')
    expect(third?.closest('li')).not.toHaveClass('border-l-2')
    await user.click(screen.getAllByRole('button', { name: /Additional Data/ })[0] as HTMLElement)
    expect(await screen.findByRole('list', { name: 'Phases' })).toHaveTextContent(
      'queued40 msread310 msdecided12 msTotal362 ms',
    )
  })

  it('shows an entry with its outcome, and its data when the user unfolds it', async () => {
    const { user } = await opened()
    expect(screen.getByText('View and download app activity logs')).toBeVisible()
    const entry = within(screen.getByRole('article'))
    expect(entry.getByText('BUY LSE:VOD at 88.42')).toBeVisible()
    // A card shows the refusal only once.
    expect(entry.getAllByText(/refused/i)).toEqual([entry.getByRole('heading', { name: refused.message })])
    expect(entry.getAllByText(/BUY/)).toHaveLength(1)
    expect(entry.getByText(/^20 Nov 2026, \d{1,2}:\d\d:\d\d (AM|PM)$/)).toBeVisible()
    expect(screen.getByLabelText('To date')).toBeVisible()
    const toggle = entry.getByRole('button', { name: 'Additional Data (hidden)', expanded: false })
    expect(entry.queryByText('The secret is for DEMO')).toBeNull()
    await user.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    const steps = within(entry.getByRole('list', { name: 'Decision trace' })).getAllByRole('listitem')
    expect(steps.map((step) => step.textContent)).toEqual([
      'mode passedfound DEMO · required DEMOThe secret is for DEMO',
      'duplicate refusedfound 1 working order · required 0Change this rule',
    ])
    expect(entry.getByText('alert-7')).toBeVisible()
    expect(entry.queryByText('Deal ids')).toBeNull()
    await user.click(toggle)
    await waitFor(() => expect(entry.queryByText('The secret is for DEMO')).toBeNull())
  })

  it.each([
    ['open positions', 'Change this limit', 'maximumOpenPositions', 'Maximum open positions'],
    // The limits form is far down the page and loads late.
    ['loss limits', 'Open your loss limits', 'lossLimits', 'Loss today'],
  ] as const)(
    'leads from a refusal by %s to the setting behind it, and focuses the field',
    async (rule, link, focus, field) => {
      signIn()
      const step = { passed: false, actual: '3', required: 'fewer than 3', sentence: '3 positions open' }
      answer(
        'listLogs',
        pageOf([
          aLogEntry({
            id: 'e1',
            extra: anOutcome({ trace: [{ rule, ...step }] }),
          }),
        ]),
      )
      const { user, address: where } = open(`${address}?entry=e1`)
      await user.click(await screen.findByRole('link', { name: link }))
      await waitFor(() => expect(where()).toBe(`/dashboard/settings?focus=${focus}`))
      expect(await screen.findByLabelText(field)).toBeVisible()
      await waitFor(() => expect(screen.getByLabelText(field)).toHaveFocus())
    },
  )

  it('links an alert without an outcome to its page, on which the user can cancel it', async () => {
    signIn()
    const waits = aLogEntry({
      message: 'Waiting: IG’s request limit is used up',
      extra: { kind: 'alert', alertId: 'alert-8' },
    })
    answer('listLogs', pageOf([waits]))
    open(address)
    expect(await screen.findByRole('link', { name: 'Full details of this alert' })).toHaveAttribute(
      'href',
      '/dashboard/alerts/alert-8',
    )
  })

  it('hides logins by default, and searches the newest thousand entries', async () => {
    signIn()
    answer(
      'listLogs',
      pageOf([
        aLogEntry({ id: 'a', type: 'AUTHENTICATION', message: 'Signed in', extra: { kind: 'session' } }),
        aLogEntry({ id: 'b', message: 'Refused: one', extra: anOutcome() }),
        aLogEntry({ id: 'c', message: 'Placed: two', extra: anOutcome({ outcome: 'PLACED' }) }),
      ]),
    )
    const { user } = open(address)
    expect(await screen.findByText('Refused: one')).toBeVisible()
    expect(screen.queryByText('Signed in')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show 1 login' }))
    expect(await screen.findByText('Signed in')).toBeVisible()
    await user.type(screen.getByRole('searchbox', { name: 'Search logs' }), 'TWO')
    await waitFor(() => expect(screen.queryByText('Refused: one')).toBeNull())
    expect(screen.getByText('Placed: two')).toBeVisible()
    expect(screen.getByText('Showing 1 of the newest 3 entries')).toBeVisible()
    await waitFor(() => expect(lastRequest()).toMatchObject({ offset: 0, limit: 1_000 }))
  })

  it('shows logins if the filter selects their type', async () => {
    signIn()
    answer(
      'listLogs',
      pageOf([
        aLogEntry({ id: 'a', type: 'AUTHENTICATION', message: 'Signed in', extra: { kind: 'session' } }),
      ]),
    )
    open(`${address}?type=AUTHENTICATION`)
    expect(await screen.findByText('Signed in')).toBeVisible()
    expect(screen.queryByRole('button', { name: /logins?$/ })).toBeNull()
  })

  it('shows each entry as one line in the dense view, and as a card after a click', async () => {
    signIn()
    answer('listLogs', pageOf([aLogEntry({ id: 'b', message: 'Refused: one', extra: anOutcome() })]))
    const { user } = open(address)
    await user.click(await screen.findByRole('radio', { name: 'Dense' }))
    expect(screen.queryByRole('article')).toBeNull()
    await user.click(screen.getByRole('button', { name: /Refused: one/ }))
    expect(screen.getByRole('article')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Detailed' }))
  })

  it('shows the empty message if there are no entries', async () => {
    signIn()
    answer('listLogs', pageOf([]))
    open(address)
    expect(await screen.findByText('No logs found for the selected criteria.')).toBeVisible()
  })

  it('reports that the logs could not be loaded', async () => {
    signIn()
    fail('listLogs', 404)
    open(address)
    expect(await screen.findByText('Something went wrong')).toBeVisible()
    expect(screen.getByText('Failed to load logs. Please try again later.')).toBeVisible()
  })

  it('shows twenty entries per page', async () => {
    const { user, address: where } = await opened()
    expect(requests()).toEqual([{ offset: 0, limit: 20, type: 'ALL' }])
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(lastRequest()).toMatchObject({ offset: 20, limit: 20 }))
    expect(where()).toBe(`${address}?page=2`)
  })

  it('goes to the last page if the page in the address does not exist', async () => {
    signIn()
    answer('listLogs', ({ offset }) => pageOf(offset < 20 ? [refused] : [], 3))
    const { address: where } = open(`${address}?page=3`)
    const said: (string | null)[] = []
    const watch = new MutationObserver(() => said.push(document.body.textContent))
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
    expect(await screen.findByText(refused.message)).toBeVisible()
    watch.disconnect()
    expect(where()).toBe(`${address}?page=1`)
    expect(screen.getByText(/1 of 1/)).toBeVisible()
    expect(said.filter((text) => text?.includes('No logs found'))).toEqual([])
  })

  it('returns to the previous page when the user goes back from a filter that matches no entries', async () => {
    signIn()
    answer('listLogs', ({ type }) => (type === 'ERROR' ? pageOf([]) : pageOf([refused], 45)))
    const page = open(`${address}?page=2`)
    await screen.findByText(refused.message)
    await page.go(`${address}?type=ERROR`)
    expect(await screen.findByText('No logs found for the selected criteria.')).toBeVisible()
    page.queries.removeQueries({ queryKey: ['logs'], type: 'inactive' })
    page.back()
    expect(await screen.findByText(refused.message)).toBeVisible()
    expect(page.address()).toBe(`${address}?page=2`)
  })
})

describe('log filters', () => {
  it('are read from the address', async () => {
    await opened(`${address}?type=ERROR&from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z`)
    expect(lastRequest()).toEqual({
      offset: 0,
      limit: 20,
      type: 'ERROR',
      fromDate: '2026-11-20T00:00:00Z',
      toDate: '2026-11-21T00:00:00Z',
    })
  })

  it('return to the first page when they change', async () => {
    const { user, address: where } = await opened(`${address}?page=2`)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'TRADE')
    await waitFor(() => expect(lastRequest()).toMatchObject({ offset: 0, type: 'TRADE' }))
    expect(where()).toBe(`${address}?type=TRADE`)
  })

  it('set both dates from a number of hours, and clear them when the number is cleared', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { address: where } = await opened()
    const hours = screen.getByLabelText('Last (hours)')
    expect(hours).toHaveAttribute('min', '1')
    fireEvent.change(hours, { target: { value: '6' } })
    await waitFor(() => expect(lastRequest()).toHaveProperty('fromDate'))
    const { fromDate = '', toDate = '' } = lastRequest() ?? {}
    expect(Date.parse(toDate) - Date.parse(fromDate)).toBe(6 * 3_600_000)
    expect(Date.parse(toDate)).toBe(Date.now())
    expect(screen.getByLabelText('From date')).not.toHaveValue('')
    fireEvent.change(hours, { target: { value: '' } })
    await waitFor(() => expect(where()).toBe(address))
    await waitFor(() => expect(screen.getByLabelText('From date')).toHaveValue(''))
  })

  it('are cleared by “Reset filters”, which also returns to the first page', async () => {
    const { user, address: where } = await opened(
      `${address}?type=ERROR&from=2026-11-20T00:00:00Z&page=3&size=10`,
    )
    await user.click(screen.getByRole('button', { name: 'Reset filters' }))
    await waitFor(() => expect(where()).toBe(address))
    await waitFor(() => expect(lastRequest()).toEqual({ offset: 0, limit: 20, type: 'ALL' }))
    expect(screen.getByRole('button', { name: 'Filter' })).toBeInTheDocument()
  })

  it('keep the date that the user types while the address is updated', async () => {
    const { user, address: where } = await opened()
    const field = screen.getByLabelText('From date')
    await user.click(field)
    for (const typed of ['2026-11-20T01:00', '2026-11-20T10:00']) {
      fireEvent.change(field, { target: { value: typed } })
      expect(field).toHaveValue(typed)
    }
    const from = new Date('2026-11-20T10:00').toISOString()
    await waitFor(() => expect(lastRequest()).toMatchObject({ fromDate: from }))
    expect(where()).toContain('from=')
    await user.click(screen.getByRole('button', { name: 'Reset filters' }))
    await waitFor(() => expect(field).toHaveValue(''))
  })

  it('warn the user if the start is after the end', async () => {
    await opened(`${address}?from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z`)
    expect(screen.getByText('“From date” is after “To date”')).toBeVisible()
  })

  it('are hidden behind a button that shows the number of active filters', async () => {
    const { user } = await opened(`${address}?type=ERROR&from=2026-11-20T00:00:00Z`)
    const toggle = screen.getByRole('button', { name: 'Filter (2)', expanded: false })
    await user.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
  })
})

describe('the filtered logs', () => {
  it('are downloaded with the file name from the server', async () => {
    const { user } = await opened(`${address}?type=ERROR`)
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    answerFile('downloadLogs', 'one line\n', 'logs-ada.log')
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('logs-ada.log')
    expect(requestsTo('downloadLogs')).toEqual([{ type: 'ERROR' }])
    answerFile('downloadLogs', 'one line\n')
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2))
    expect((saved.mock.contexts[1] as HTMLAnchorElement).download).toMatch(/^logs_.+\.log$/)
    saved.mockRestore()
  })

  it('are deleted after a confirmation', async () => {
    const { user } = await opened()
    await user.click(screen.getByRole('button', { name: 'Delete all' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete all logs' }))
    expect(requestsTo('deleteLogs')).toEqual([])
    answer('deleteLogs', { message: 'Logs deleted' })
    answer('listLogs', pageOf([]))
    await user.click(dialog.getByRole('button', { name: 'Delete all' }))
    expect(await screen.findByText('No logs found for the selected criteria.')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(requestsTo('deleteLogs')).toHaveLength(1)
  })

  it('stay if the server refuses to delete them', async () => {
    const { user } = await opened()
    await user.click(screen.getByRole('button', { name: 'Delete all' }))
    refuse('deleteLogs', 'FORBIDDEN', 'Not now')
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete all' }))
    expect(await screen.findByText("Couldn't delete logs")).toBeVisible()
    expect(screen.getByText(refused.message)).toBeVisible()
  })
})
