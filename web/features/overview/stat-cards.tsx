import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Stats } from '../../../shared/deals/dealing.schema.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'
import { startOfToday } from '../../lib/alerts-query.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { activityPlace } from './recent-activity.tsx'

/** @param stats undefined until they have been read */
export const StatCards = ({ stats }: { readonly stats: Stats | undefined }) => {
  const figure = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value))
  return (
    <dl className="grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-4">
      <StatCard label="Open positions" to={{ to: '/dashboard/positions' }}>
        {figure(stats?.openPositionsCount)}
      </StatCard>
      <StatCard label="Pending orders" to={{ to: '/dashboard/orders' }}>
        {figure(stats?.openOrdersCount)}
      </StatCard>
      <StatCard
        label="Actions in the last 6 hours"
        to={{ to: '/dashboard/overview', hash: activityPlace, activeOptions: { includeHash: true } }}
      >
        {figure(stats?.recentActivities.length)}
      </StatCard>
      <StatCard label="Last updated" to={{ to: '/dashboard/logs', search: { from: startOfToday() } }}>
        {stats ? (
          <time
            dateTime={stats.statsTimestamp}
            className={`block max-xl:text-sm/5 ${stats.outdated || stats.waiting ? 'text-warn' : ''}`}
          >
            {formatTimestamp(stats.statsTimestamp)}
          </time>
        ) : (
          '–'
        )}
      </StatCard>
    </dl>
  )
}

type CardProps = {
  readonly label: string
  readonly to: Pick<LinkProps, 'to' | 'hash' | 'search' | 'activeOptions'>
  readonly children: ReactNode
}

const StatCard = ({ label, to, children }: CardProps) => (
  <div className="relative grid h-16 content-center gap-0.5 rounded-lg border border-line bg-panel px-3 sm:px-4 has-[a:hover]:border-accent/50">
    <dt className="text-xs text-muted">
      <Link {...to} className="after:absolute after:inset-0 after:rounded-lg">
        {label}
      </Link>
    </dt>
    <dd className="text-xl/6 font-semibold">{children}</dd>
  </div>
)
