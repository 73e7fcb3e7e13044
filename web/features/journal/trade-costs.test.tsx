import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aTrade } from '../../../infra/dev/testing/example-journal.ts'
import type { TradeDetails } from '../../../shared/journal/journal.schema.ts'
import { TradeCosts } from './trade-costs.tsx'

const shown = (costs: Partial<TradeDetails['costs']>) => {
  const details: TradeDetails = {
    currency: 'GBP',
    trade: aTrade(),
    dealIds: ['DIAAAATRADE1'],
    firstStop: 95,
    firstLimit: null,
    risk: 50,
    moves: [],
    alert: null,
    costs: { delay: null, execution: null, exit: null, funding: null, ...costs },
  }
  render(<TradeCosts details={details} />)
  return (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
}

it("the cost table adds up a trade's costs in money and in R", () => {
  const cells = shown({
    delay: { points: -2, money: -4.3, r: -0.09 },
    execution: { points: 0, money: 0, r: 0 },
    funding: { points: null, money: -0.61, r: -0.01 },
  })
  expect(cells(/^Delay/)).toEqual(['−2', '−£4.30', '−0.1 R'])
  expect(cells(/^Total/)).toEqual(['–', '−£4.91', '−0.1 R'])
})

it('the cost table shows a cost of zero without a plus sign', () => {
  expect(shown({ execution: { points: 0, money: 0, r: 0 } })(/^Execution/)).toEqual(['0', '£0.00', '0.0 R'])
})

it('the cost table shows no total if the amount of one of the costs is unknown', () => {
  const cells = shown({
    delay: { points: -2, money: null, r: null },
    funding: { points: null, money: -1, r: null },
  })
  expect(cells(/^Total/)).toEqual(['–', '–', '–'])
})
