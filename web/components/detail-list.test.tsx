import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DetailList } from './detail-list.tsx'

const shown = (details: Record<string, unknown>) => {
  const { container } = render(<DetailList details={details} />)
  return [...container.querySelectorAll('dt, dd')].map((each) => each.textContent)
}

it('names what it lists in words, and leaves out what is not set', () => {
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

it('lists what lies within, and writes lists, times and answers for people', () => {
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

it('writes amounts as all figures are written', () => {
  expect(shown({ level: '22787.250', requests: 1_200, dealReference: '1234567' })).toEqual([
    'Level',
    '22,787.250',
    'Requests',
    '1,200',
    'Deal reference',
    '1234567',
  ])
})

it('lists each of several objects, and prints none raw', () => {
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

it('shows a text as it is, markup and all', () => {
  render(<DetailList details={{ comment: '<b>bold</b>' }} />)
  expect(screen.getByText('<b>bold</b>')).toBeVisible()
})
