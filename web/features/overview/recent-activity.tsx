import { memo, useState } from 'react'
import type { Activity } from '../../../shared/deals/dealing.schema.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { formatTime, formatTimestamp } from '../../lib/format.ts'
import { badgeKindOf } from './badge-kind.ts'
import { Instead, Tile } from '../../components/tile.tsx'

export const activityPlace = 'recent-activity'

const newest = 6

/** Describes a deal: "BUY 3.22 Barclays PLC". */
export const dealOf = ({ direction, size, name, marketAndSymbol, epic }: Activity) =>
  [direction, size === undefined ? undefined : formatNumber(size), name ?? marketAndSymbol ?? epic]
    .filter(Boolean)
    .join(' ')

type Props = { readonly activities: readonly Activity[] | undefined; readonly className?: string }

/** Lists the account's recent activity at IG, newest first. It is rendered again only when the list changes. */
export const RecentActivity = memo(({ activities, className = '' }: Props) => {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? activities : activities?.slice(0, newest)
  return (
    <Tile
      id={activityPlace}
      title="Recent activity"
      className={className}
      aside={
        activities &&
        activities.length > newest && (
          <Button
            kind="bare"
            className="-mr-2 h-6 text-accent pointer-coarse:-my-2.5 pointer-coarse:h-11"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Newest only' : `All ${activities.length}`}
          </Button>
        )
      }
    >
      <div className="min-h-51">
        {!shown ? (
          <Instead>Loading</Instead>
        ) : shown.length === 0 ? (
          <div className="grid h-51 content-center gap-1 text-center text-sm">
            <p className="font-medium">No recent activity</p>
            <p className="text-muted">Your trading activities will appear here</p>
          </div>
        ) : (
          <ul aria-label="Recent activity">
            {shown.map((activity, place) => (
              <Line key={`${activity.dealId} ${activity.date} ${place}`} activity={activity} />
            ))}
          </ul>
        )}
      </div>
    </Tile>
  )
})
RecentActivity.displayName = 'RecentActivity'

const Line = ({ activity }: { readonly activity: Activity }) => {
  const { date, status, description, type } = activity
  const what = description || type
  return (
    <li className="grid h-8.5 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2">
      <div className="min-w-0">
        <p title={dealOf(activity)} className="truncate text-sm/4.5 font-medium">
          {dealOf(activity)}
        </p>
        <p title={what} className="truncate text-xs text-muted">
          {what}
        </p>
      </div>
      <span className="*:px-2 *:py-0 *:font-medium *:tracking-normal">
        <Badge tone={badgeKindOf(status)}>{status}</Badge>
      </span>
      <time dateTime={date} title={formatTimestamp(date)} className="w-14 text-right text-xs text-muted">
        {formatTime(Date.parse(date))}
      </time>
    </li>
  )
}
