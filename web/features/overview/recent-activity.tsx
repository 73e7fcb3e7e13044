import { memo } from 'react'
import type { Activity } from '../../../shared/deals/dealing.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { formatTimestamp } from '../../lib/format.ts'
import { badgeKindOf } from './actions-by-time.ts'

/** The broker's own list of what happened, newest first; rendered again only when it changes. */
export const RecentActivity = memo(({ activities }: { readonly activities: readonly Activity[] }) => (
  <Card title="Recent activity">
    {activities.length === 0 ? (
      <div className="grid gap-1 py-8 text-center">
        <p className="font-medium">No recent activity</p>
        <p className="text-sm text-muted">Your trading activities will appear here</p>
      </div>
    ) : (
      <ul aria-label="Recent activity" className="-my-3 divide-y divide-line">
        {activities.map(({ dealId, date, status, description, epic, marketAndSymbol, type }, index) => (
          <li
            key={`${dealId} ${date} ${index}`}
            className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto] sm:items-center"
          >
            <span>
              <Badge tone={badgeKindOf(status)}>{status}</Badge>
            </span>
            <div className="min-w-0">
              <p className="text-sm font-medium break-words">{description || type}</p>
              <p className="text-xs break-words text-muted">
                {[marketAndSymbol ?? epic, type.toLowerCase().replaceAll('_', ' '), dealId]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <time dateTime={date} className="text-xs text-muted sm:text-right sm:text-sm">
              {formatTimestamp(date)}
            </time>
          </li>
        ))}
      </ul>
    )}
  </Card>
))
RecentActivity.displayName = 'RecentActivity'
