import type { Activity } from '../../../shared/deals/dealing.schema.ts'

/** The specification's badges: what was done, what waits, what failed, and whatever else the broker says. */
export type BadgeKind = 'default' | 'secondary' | 'destructive' | 'outline'

const badgeKinds: Readonly<Record<string, BadgeKind>> = {
  confirmed: 'default',
  success: 'default',
  pending: 'secondary',
  failed: 'destructive',
  rejected: 'destructive',
}
export const badgeKindOf = (status: string): BadgeKind => badgeKinds[status.toLowerCase()] ?? 'outline'

export const halfHour = 30 * 60_000
const window = 6 * 3_600_000

export type Bin = {
  /** Epoch milliseconds; the bin ends half an hour later. */
  readonly from: number
  readonly done: number
  readonly failed: number
  readonly other: number
}

/** Counts actions by the half hours of the clock, from the one that applies `now` back to six hours before. */
export const binActions = (activities: readonly Activity[], now: number): Bin[] => {
  const first = Math.floor((now - window) / halfHour) * halfHour
  const bins = Array.from({ length: Math.floor((now - first) / halfHour) + 1 }, (_, index) => ({
    from: first + index * halfHour,
    done: 0,
    failed: 0,
    other: 0,
  }))
  for (const { date, status } of activities) {
    const bin = bins[Math.floor((Date.parse(date) - first) / halfHour)]
    if (!bin) continue
    const kind = badgeKindOf(status)
    if (kind === 'default') bin.done++
    else if (kind === 'destructive') bin.failed++
    else bin.other++
  }
  return bins
}

export const countOf = ({ done, failed, other }: Bin) => done + failed + other
