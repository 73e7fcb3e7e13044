import { describe, expect, it } from 'vitest'
import { badgeKindOf } from './badge-kind.ts'
import { type ProfitLoss, withSample } from './profit-loss.ts'

it('badgeKindOf returns the badge for each status', () => {
  expect(['confirmed', 'SUCCESS', 'pending', 'failed', 'rejected', 'amended'].map(badgeKindOf)).toEqual([
    'default',
    'default',
    'secondary',
    'destructive',
    'destructive',
    'outline',
  ])
})

describe('the running profit and loss', () => {
  const sample = (second: number, total: number): ProfitLoss => ({ at: second * 1_000, total, unknown: 0 })
  const seriesOf = (totals: readonly number[]) =>
    totals.reduce<ProfitLoss[]>(
      (series, total, index) => withSample(series, sample(index, total), 60_000),
      [],
    )

  it('adds a sample for each change', () => {
    expect(seriesOf([1, 2, 3]).map(({ total }) => total)).toEqual([1, 2, 3])
  })

  it('keeps only the first and the last of several equal samples in a row', () => {
    expect(seriesOf([5, 5, 5, 5, 7, 7, 7])).toEqual([sample(0, 5), sample(3, 5), sample(4, 7), sample(6, 7)])
  })

  it('drops samples that are older than the window', () => {
    expect(withSample([sample(0, 1), sample(50, 2)], sample(61, 3), 60_000)).toEqual([
      sample(50, 2),
      sample(61, 3),
    ])
  })
})
