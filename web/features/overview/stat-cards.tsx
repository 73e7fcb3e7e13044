import { Link } from '@tanstack/react-router'
import Activity from '~icons/activity'
import Clock from '~icons/clock'
import ClipboardList from '~icons/clipboard-list'
import Layers from '~icons/layers'
import type { ReactNode } from 'react'
import type { Stats } from '../../../shared/deals/dealing.schema.ts'
import type { Icon } from '../../components/icon.tsx'
import { formatTimestamp } from '../../lib/format.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'

export const StatCards = ({ stats }: { readonly stats: Stats }) => (
  <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
    <StatCard label="Open positions" icon={Layers} link="/dashboard/positions">
      {formatNumber(stats.openPositionsCount)}
    </StatCard>
    <StatCard label="Pending orders" icon={ClipboardList} link="/dashboard/orders">
      {formatNumber(stats.openOrdersCount)}
    </StatCard>
    <StatCard label="Actions in the last 6 hours" icon={Activity}>
      {formatNumber(stats.recentActivities.length)}
    </StatCard>
    <StatCard label="Last updated" icon={Clock}>
      <time dateTime={stats.statsTimestamp} className="text-base sm:text-lg">
        {formatTimestamp(stats.statsTimestamp)}
      </time>
    </StatCard>
  </dl>
)

type CardProps = {
  readonly label: string
  readonly icon: Icon
  readonly link?: '/dashboard/positions' | '/dashboard/orders'
  readonly children: ReactNode
}

const StatCard = ({ label, icon: Picture, link, children }: CardProps) => (
  <div className="relative grid content-start gap-2 rounded-lg border border-line bg-panel p-4 sm:p-5 has-[a:hover]:border-accent/50">
    <dt className="flex items-center justify-between gap-2 text-sm text-muted">
      {link ? (
        <Link to={link} className="after:absolute after:inset-0 after:rounded-lg">
          {label}
        </Link>
      ) : (
        label
      )}
      <Picture aria-hidden className="size-4 shrink-0" />
    </dt>
    <dd className="flex min-h-9 items-center text-figure font-semibold tracking-tight">{children}</dd>
  </div>
)
