import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aPosition } from '../../testing/examples.ts'
import { positionColumns } from '../../features/positions/columns.tsx'
import { DataTable } from './data-table.tsx'

const columns = positionColumns(() => {})
const thousand = Array.from({ length: 1_000 }, (_, index) =>
  aPosition({ dealId: `DEAL${index}`, profitLoss: index - 500 }),
)
const table = (rows: typeof thousand | undefined) => (
  <DataTable label="Positions" columns={columns} rows={rows} rowId={({ dealId }) => dealId} />
)
const nodes = () => document.querySelectorAll('table, table *').length
const scrollTo = async (top: number) => {
  const region = screen.getByRole('region', { name: 'Positions' })
  region.scrollTop = top
  await act(async () => void fireEvent.scroll(region))
}

describe('the data table', () => {
  it('keeps a thousand rows, and its widest list, below 400 nodes, wherever it is scrolled to', async () => {
    render(table(thousand))
    expect(screen.getByText('DEAL0')).toBeVisible()
    expect(nodes()).toBeLessThan(400)
    for (const top of [525, 24_975, 25_001, 24_990, 49_444]) {
      await scrollTo(top)
      expect(nodes()).toBeLessThan(400)
      expect(screen.getByText(`DEAL${Math.floor(top / 50)}`)).toBeVisible()
    }
    expect(screen.getByText('DEAL999')).toBeVisible()
    expect(screen.queryByText('DEAL0')).toBeNull()
  })

  it('says to a screen reader how many rows there are, and which one this is', () => {
    render(table(thousand))
    expect(screen.getByRole('table', { name: 'Positions' })).toHaveAttribute('aria-rowcount', '1001')
    expect(screen.getByRole('row', { name: /DEAL3/ })).toHaveAttribute('aria-rowindex', '5')
  })

  it('can be scrolled by keyboard', () => {
    render(table(thousand))
    expect(screen.getByRole('region', { name: 'Positions' })).toHaveAttribute('tabindex', '0')
  })

  it('says when it is loading and when there is nothing', () => {
    const { rerender } = render(table(undefined))
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
    rerender(table([]))
    expect(screen.getByRole('status')).toHaveTextContent('No results.')
  })
})
