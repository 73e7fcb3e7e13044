import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EndpointName } from '../../shared/contract/index.ts'
import { createQueryClient } from '../app/query-client.ts'
import { PagedTable } from '../components/data-table/paged-table.tsx'
import { positionColumns } from '../features/deals/position-columns.tsx'
import { positionsQuery } from '../lib/positions-query.ts'
import {
  aLogEntry,
  anInstrument,
  anOrder,
  aPosition,
  pageOf,
  someDayPrices,
  someStats,
} from '../testing/examples.ts'
import { startOfToday } from '../lib/alerts-query.ts'
import { open, signIn } from '../testing/render.tsx'
import { WithRouter } from '../testing/with-router.tsx'
import { answer, joinedReads, refuse, requestsTo } from '../testing/server.ts'

/** Replaces the intervals and the date with a fake clock, but no other timer. */
beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'Date'],
      now: Date.parse('2026-11-20T12:00:00Z'),
    }),
)
afterEach(() => show())

const until = async (holds: () => boolean) => {
  // Gives up after two minutes, which are 12,000 pauses of 10 ms.
  for (let tries = 0; !holds(); tries++) {
    if (tries > 12_000) throw new Error('It never came')
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
  }
}
/** Waits until `holds` and until all responses have arrived, because the next poll is timed from its last response. */
const answered = (queries: QueryClient, holds: () => boolean) =>
  until(() => holds() && queries.isFetching() === 0)
/** Waits for 100 ms, long enough for an unwanted event to happen. */
const aMoment = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)))
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

const turn = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
const hide = () => turn('hidden')
const show = () => turn('visible')

const answerAll = () => {
  signIn()
  answer('getStats', someStats())
  answer('listPositions', pageOf([aPosition()]))
  answer('listOrders', pageOf([anOrder()]))
  answer('listInstruments', pageOf([anInstrument()]))
  answer('listLogs', pageOf([aLogEntry()]))
}

describe.each([
  ['positions', 'listPositions', 10],
  ['orders', 'listOrders', 30],
  ['instruments', 'listInstruments', 30],
  ['logs', 'listLogs', 5],
  ['overview', 'getStats', 30],
] as const)('the %s page', (page, endpoint: EndpointName, seconds) => {
  const calls = () => requestsTo(endpoint).length

  it(`the page loads its data again every ${seconds} seconds, but not while its tab is hidden`, async () => {
    answerAll()
    const { queries } = open(`/dashboard/${page}`)
    await answered(queries, () => calls() === 1)
    // A read that is due within 2.5 s may be sent together with a read that is due now (lib/polls.ts).
    await pass(seconds - 3)
    await aMoment()
    expect(calls()).toBe(1)
    await pass(3)
    await answered(queries, () => calls() === 2)
    hide()
    await pass(10 * seconds)
    await aMoment()
    expect(calls()).toBe(2)
  })
})

describe('the polls of a screen', () => {
  it('are combined into one request, together with the settings when these are due', async () => {
    answerAll()
    const { queries } = open('/dashboard/overview')
    await answered(
      queries,
      () => requestsTo('getStats').length === 1 && requestsTo('listPositions').length === 1,
    )
    // The first reads from IG are not combined.
    expect(
      joinedReads()
        .flat()
        .filter((read) => !/^\/(alerts|logs|auth\/me|users\/me\/settings|admin\/settings)/.test(read)),
    ).toEqual([])
    for (let poll = 2; poll <= 4; poll += 1) {
      await pass(10)
      await answered(queries, () => requestsTo('listPositions').length === poll)
    }
    await aMoment()
    const from = encodeURIComponent(startOfToday())
    const own = [`/logs?offset=0&limit=1&type=ALL&count_from=${from}`, '/alerts?state=asking&limit=100']
    // The outcomes are read again only when a new entry arrives.
    const alerts = ['/alerts?outcome=PLACED&limit=1', `/alerts?mode=DEMO&from=${from}&limit=100`]
    // The list of first steps is loaded on demand, so it may send its read at any time.
    const isOurs = (read: string) => read !== '/alerts?limit=1'
    const positions = '/positions?offset=0&limit=1000'
    expect(joinedReads().map((reads) => reads.filter(isOurs).toSorted())).toEqual([
      ['/admin/settings', '/auth/me', '/users/me/settings'],
      [...own, ...alerts].toSorted(),
      [...own, positions].toSorted(),
      [...own, positions].toSorted(),
      [...own, positions, '/stats', '/users/me/settings'].toSorted(),
    ])
    expect(requestsTo('getSettings')).toHaveLength(2)
  })

  it('update the other figures if one read is refused', async () => {
    answerAll()
    const { queries } = open('/dashboard/overview')
    await answered(
      queries,
      () => screen.queryByText('2') !== null && requestsTo('listPositions').length === 1,
    )
    for (let poll = 2; poll <= 3; poll += 1) {
      await pass(10)
      await answered(queries, () => requestsTo('listPositions').length === poll)
    }
    refuse('listPositions', 'BROKER_UNAVAILABLE', 'IG is down')
    answer('getStats', someStats({ openPositionsCount: 77 }))
    await pass(10)
    await until(() => screen.queryByText('77') !== null)
    // There are three successful reads, and a refused read with three retries. The next test must not receive any of
    // them.
    await until(() => requestsTo('listPositions').length === 7)
  })
})

describe('a poll that returns nothing new', () => {
  it('does not render the table again', async () => {
    answer('listPositions', () => pageOf([aPosition()]))
    answer('getDayPrices', someDayPrices())
    let renders = 0
    const columns = positionColumns(() => {}, 'GBP')
    const place = {
      page: 1,
      size: 20,
      q: '',
      onPage: () => {},
      onSize: () => {},
      onSort: () => undefined,
      onSearch: () => {},
    }
    const Table = () => (
      <PagedTable
        label="Positions"
        placeholder="Search"
        failure="Error loading positions"
        columns={columns}
        rowId={({ dealId }) => dealId}
        query={useQuery(positionsQuery(place))}
        place={place}
      />
    )
    const queries = createQueryClient()
    render(
      <QueryClientProvider client={queries}>
        <Profiler id="table" onRender={() => renders++}>
          <Table />
        </Profiler>
      </QueryClientProvider>,
      { wrapper: WithRouter },
    )
    await answered(queries, () => screen.queryByRole('img', { name: /^Last 24 hours/ }) !== null)
    const before = renders
    for (let poll = 2; poll <= 4; poll++) {
      await pass(10)
      await answered(queries, () => requestsTo('listPositions').length === poll)
    }
    await aMoment()
    expect(renders).toBe(before)
    answer('listPositions', pageOf([aPosition({ profitLoss: -1 })]))
    await pass(10)
    await until(() => screen.queryByText(/^−£1\.00/) !== null)
    expect(renders).toBeGreaterThan(before)
  })
})
