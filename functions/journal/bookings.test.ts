import { expect, it } from 'vitest'
import type { Derived, Leg, Trade } from '../../shared/journal/trades.ts'
import { bookingsOf } from './bookings.ts'

const leg = (closedAt: number, result: string, dealId: string | null = null) =>
  ({ closedAt, result, dealId }) as Leg
const trade = (own: Partial<Trade>) => ({ strategy: null, isOpen: false, legs: [], ...own }) as Trade

it('bookings contain transfers, closes and the results of complete trades', () => {
  const derived: Pick<Derived, 'cash' | 'trades'> = {
    cash: [
      { key: 'a', at: 3, class: 'transfer', amount: '-400', name: 'Bank' },
      { key: 'b', at: 1, class: 'funding', amount: '-1', name: 'Daily interest' },
    ],
    trades: [
      trade({ strategy: 'orb', legs: [leg(5, '-2', 'D1'), leg(9, '-3', 'D1')] }),
      trade({ isOpen: true, legs: [leg(7, '4')] }),
    ],
  }
  expect(bookingsOf(derived, { readAt: 10 })).toEqual({
    readAt: 10,
    transfers: [{ at: 3, amount: '-400' }],
    charges: [1],
    closes: [
      { at: 5, result: '-2', strategy: 'orb', dealId: 'D1' },
      { at: 7, result: '4', strategy: null, dealId: null },
      { at: 9, result: '-3', strategy: 'orb', dealId: 'D1' },
    ],
    trades: [{ at: 9, result: '-5', strategy: 'orb' }],
  })
})
