import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '../app/query-client.ts'
import { instrumentColumns } from '../features/instruments/columns.tsx'
import { orderColumns } from '../features/deals/order-columns.tsx'
import { positionColumns } from '../features/deals/position-columns.tsx'
import { userColumns } from '../features/administration/user-columns.tsx'
import { WithRouter } from '../testing/with-router.tsx'
import { anInstrument, anOrder, anUser, aPosition } from '../testing/examples.ts'
import { rowHeight } from '../components/data-table/rows-to-render.ts'
import { DataTable } from '../components/data-table/data-table.tsx'

const columns = positionColumns(() => {}, 'GBP')
const thousand = Array.from({ length: 1_000 }, (_, index) =>
  aPosition({ dealId: `DEAL${index}`, profitLoss: index - 500 }),
)
const table = (rows: typeof thousand | undefined) => (
  <QueryClientProvider client={createQueryClient()}>
    <DataTable label="Positions" columns={columns} rows={rows} rowId={({ dealId }) => dealId} />
  </QueryClientProvider>
)
const nodes = () => document.querySelectorAll('table, table *').length
const scrollTo = async (top: number) => {
  const region = screen.getByRole('region')
  region.scrollTop = top
  await act(async () => void fireEvent.scroll(region))
}

describe('the data table', () => {
  it('gives screen readers the number of rows and the number of each row', () => {
    render(table(thousand), { wrapper: WithRouter })
    expect(screen.getByRole('table', { name: 'Positions' })).toHaveAttribute('aria-rowcount', '1001')
    expect(screen.getByRole('row', { name: /DEAL3/ })).toHaveAttribute('aria-rowindex', '5')
  })

  it('can be scrolled with the keyboard', () => {
    render(table(thousand), { wrapper: WithRouter })
    expect(screen.getByRole('region', { name: 'Positions' })).toHaveAttribute('tabindex', '0')
  })

  it('shows a loading message, or the empty message if there are no rows', () => {
    const { rerender } = render(table(undefined), { wrapper: WithRouter })
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
    rerender(table([]))
    expect(screen.getByRole('status')).toHaveTextContent('No results.')
  })
})

const many = <Row extends object>(example: (index: number) => Row) =>
  Array.from({ length: 1_000 }, (_, index) => example(index))
const idOf = ({ id }: { readonly id: string }) => id
const dealOf = ({ dealId }: { readonly dealId: string }) => dealId
const lists = {
  positions: (
    <DataTable
      label="List"
      columns={columns}
      rowId={dealOf}
      rows={many((index) => aPosition({ dealId: `ROW${index}`, profitLoss: index - 500 }))}
    />
  ),
  orders: (
    <DataTable
      label="List"
      columns={orderColumns(() => {})}
      rowId={dealOf}
      rows={many((index) => anOrder({ dealId: `ROW${index}` }))}
    />
  ),
  instruments: (
    <DataTable
      label="List"
      columns={instrumentColumns(() => {})}
      rowId={idOf}
      rows={many((index) => anInstrument({ id: `${index}`, marketAndSymbol: `ROW${index}` }))}
    />
  ),
  users: (
    <DataTable
      label="List"
      columns={userColumns(() => {})}
      rowId={idOf}
      rows={many((index) => anUser({ id: `${index}`, firstName: `ROW${index}` }))}
    />
  ),
}

it.each(Object.entries(lists))(
  'a table of a thousand %s keeps fewer than 400 elements at any scroll position',
  async (_, list) => {
    render(<QueryClientProvider client={createQueryClient()}>{list}</QueryClientProvider>, {
      wrapper: WithRouter,
    })
    expect(screen.getByText('ROW0')).toBeVisible()
    // Twelve rows are visible. Some rows below them are also rendered.
    expect(screen.getByText('ROW15')).toBeVisible()
    expect(nodes()).toBeLessThan(400)
    for (const top of [525, 24_975, 25_001, 24_990, 49_444]) {
      await scrollTo(top)
      expect(nodes()).toBeLessThan(400)
      expect(screen.getByText(`ROW${Math.floor(top / rowHeight)}`)).toBeVisible()
      expect(screen.getByText(`ROW${Math.floor(top / rowHeight) - 1}`)).toBeVisible()
    }
    expect(screen.getByText('ROW999')).toBeVisible()
    expect(screen.queryByText('ROW0')).toBeNull()
  },
)

it('more rows fit into a data table if the user has selected compact rows', async () => {
  localStorage.setItem('signalpost-compact-rows', 'true')
  render(<QueryClientProvider client={createQueryClient()}>{lists.positions}</QueryClientProvider>, {
    wrapper: WithRouter,
  })
  expect(screen.getByText('ROW0').closest('tr')).toHaveStyle({ height: '36px' })
  expect(nodes()).toBeLessThan(400)
  await scrollTo(10_008)
  expect(screen.getByText('ROW278')).toBeVisible()
  expect(nodes()).toBeLessThan(400)
})
