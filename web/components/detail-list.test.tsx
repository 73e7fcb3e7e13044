import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DetailList } from './detail-list.tsx'

const shown = (details: Record<string, unknown>) => {
  const { container } = render(<DetailList details={details} />)
  return [...container.querySelectorAll('dt, dd')].map((each) => each.textContent)
}

it('a detail list turns field names into words and omits empty fields', () => {
  expect(
    shown({
      dealReference: 'SP-1',
      broker_reason: 'closed',
      id: null,
      comment: '',
      dealIds: [],
      other: undefined,
    }),
  ).toEqual(['Deal reference', 'SP-1', 'Broker reason', 'closed'])
})

it('a detail list shows nested values, and formats lists, times and booleans', () => {
  expect(
    shown({ dealIds: ['A', 'B'], paused: true, alert: { firedAt: '2026-11-20T15:02:00.000Z' } }),
  ).toEqual([
    'Deal IDs',
    'A, B',
    'Paused',
    'Yes',
    'Alert',
    expect.stringMatching(/^Fired at20 Nov 2026, \d{1,2}:\d\d (AM|PM)$/),
    'Fired at',
    expect.stringMatching(/^20 Nov 2026/),
  ])
})

it('a detail list formats prices and numbers, but not digits in other fields', () => {
  expect(shown({ level: '22787.250', requests: 1_200, dealReference: '1234567' })).toEqual([
    'Level',
    '22,787.250',
    'Requests',
    '1,200',
    'Deal reference',
    '1234567',
  ])
})

it('a detail list shows a list of objects as one list item per object, not as JSON', () => {
  const stops = [
    { dealId: 'A', stopLevel: '1234.5' },
    { dealId: 'B', stopLevel: null },
  ]
  const { container } = render(<DetailList details={{ stops }} />)
  expect([...container.querySelectorAll('li')].map((each) => each.textContent)).toEqual([
    'Deal IDAStop level1,234.5',
    'Deal IDB',
  ])
})

it('a detail list shows HTML tags in a value as plain text', () => {
  render(<DetailList details={{ comment: '<b>bold</b>' }} />)
  expect(screen.getByText('<b>bold</b>')).toBeVisible()
})
