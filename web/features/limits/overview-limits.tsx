import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatTime } from '../../lib/format.ts'
import { accountQuery } from '../../lib/account-query.ts'
import { settingsQuery } from '../../lib/session-queries.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { TextLink } from '../../components/text-link.tsx'
import { Instead, Tile } from '../../components/tile.tsx'

/** Loaded on demand, because only users with limits need it. The tile reserves its space. */
const LimitBars = lazy(async () => ({ default: (await import('./limit-bars.tsx')).LimitBars }))

/** Shows how much of each limit is left. Its height does not depend on IG's answer. */
export const OverviewLimits = ({ account }: { readonly account: BrokerAccount }) => {
  const { data } = useQuery(accountQuery(account))
  const { data: settings } = useQuery(settingsQuery)
  const isLimited = settings?.lossLimits?.[account.mode] !== undefined
  return (
    <Tile
      title="Room left"
      aside={
        data?.limits && (
          <span
            className="text-xs text-muted"
            title="Checked about once a minute. These limits don’t replace stops at IG."
          >
            checked {formatTime(Date.parse(data.limits.readAt))}
          </span>
        )
      }
    >
      <div className={`overflow-y-auto sm:h-51 ${isLimited ? 'h-33' : 'h-11'}`}>
        {data?.limits ? (
          <Suspense fallback={null}>
            <LimitBars view={data.limits} />
          </Suspense>
        ) : (
          <Instead>
            {data ? (
              <span>
                No limits are set.{' '}
                <TextLink to="/dashboard/settings" search={{ focus: 'lossLimits' }}>
                  Set limits
                </TextLink>
              </span>
            ) : (
              'Loading'
            )}
          </Instead>
        )}
      </div>
    </Tile>
  )
}
