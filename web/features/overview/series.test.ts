import { describe, expect, it } from 'vitest'
import type { Activity } from '../../../shared/deals/dealing.schema.ts'
import { binActions, countOf, badgeKindOf } from './actions-by-time.ts'
import { type ProfitLoss, withSample } from './profit-loss.ts'

const at = (time: string, status = 'confirmed'): Activity => ({
  epic: 'KA.D.VOD.DAILY.IP',
  status,
  description: 'Position opened',
  date: `2026-11-21T${time}:00.000Z`,
  type: 'POSITION',
  dealId: 'DIAAAA1',
})
const now = Date.parse('2026-11-21T09:40:00Z')

describe('actions by time', () => {
  it('lie in the half hours of the clock, all six hours of them', () => {
    const bins = binActions([at('03:41'), at('09:29'), at('09:30'), at('09:40')], now)
    expect(bins.map(countOf)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
    expect(new Date(bins[0]?.from ?? 0).toISOString()).toBe('2026-11-21T03:30:00.000Z')
  })

  it('tell what was done from what failed', () => {
    const [last] = binActions([at('09:31'), at('09:32', 'rejected'), at('09:33', 'pending')], now).slice(-1)
    expect(last).toMatchObject({ done: 1, failed: 1, other: 1 })
  })

  it('leave out what is older or lies ahead', () => {
    expect(binActions([at('03:10'), at('10:05')], now).reduce((sum, bin) => sum + countOf(bin), 0)).toBe(0)
  })
})

it('gives each status its badge', () => {
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

  it('grows by what changed', () => {
    expect(seriesOf([1, 2, 3]).map(({ total }) => total)).toEqual([1, 2, 3])
  })

  it('keeps a level stretch as its two ends', () => {
    expect(seriesOf([5, 5, 5, 5, 7, 7, 7])).toEqual([sample(0, 5), sample(3, 5), sample(4, 7), sample(6, 7)])
  })

  it('forgets what is older than its window', () => {
    expect(withSample([sample(0, 1), sample(50, 2)], sample(61, 3), 60_000)).toEqual([
      sample(50, 2),
      sample(61, 3),
    ])
  })
})
