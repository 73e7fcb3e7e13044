import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'
import type { useAsking } from '../features/review/use-asking.ts'
import { OutageNotice } from './outage-notice.tsx'
import type { Unread } from './use-unread.ts'

/** Loaded only for users who may receive requests for approval. */
const AskedAlerts = lazy(async () => ({
  default: (await import('../features/ask-first/asked-alerts.tsx')).AskedAlerts,
}))

/** Loaded on demand, like the waiting exits, because reviews are rare. */
const ReviewNotice = lazy(async () => ({
  default: (await import('../features/review/review-notice.tsx')).ReviewNotice,
}))
const WaitingExits = lazy(async () => ({
  default: (await import('../features/review/waiting-exits.tsx')).WaitingExits,
}))

/** Loaded only for users who have a pause or a reached limit. */
const PauseNotices = lazy(async () => ({
  default: (await import('../features/trading-pause/pause-notices.tsx')).PauseNotices,
}))

type Props = {
  /** A text that changes when the user opens another page. */
  readonly here: string
  readonly settings: UserSettings
  readonly asking: ReturnType<typeof useAsking>
  readonly unread: Unread | null
}

/**
 * The notices that apply to every screen. Notices that exist when a page opens are above its content, and their space
 * stays free if they disappear. Later notices cover the end of the page until the next page is opened, so that nothing
 * moves under the user's finger.
 */
export const Notices = ({ here, settings, asking, unread }: Props) => {
  const { asks, held, waits, reviews } = asking
  const isPaused = Boolean(settings.tradingPause ?? settings.fullStop ?? settings.trips?.[0])
  const now = [...(isPaused ? ['pause'] : []), ...[...waits, ...reviews].map(({ alertId }) => alertId)]
  const [arrival, setArrival] = useState({ here, found: now })
  if (arrival.here !== here) setArrival({ here, found: now })
  const notices = (isEarly: boolean) => {
    const isOurs = (id: string) => arrival.found.includes(id) === isEarly
    const ourReviews = reviews.filter(({ alertId }) => isOurs(alertId))
    const ourWaits = waits.filter(({ alertId }) => isOurs(alertId))
    return (
      <>
        {ourReviews.length > 0 && <ReviewNotice reviews={ourReviews} />}
        {ourWaits.length > 0 && <WaitingExits waits={ourWaits} />}
        {isPaused && isOurs('pause') && <PauseNotices settings={settings} held={held} />}
      </>
    )
  }
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.style.removeProperty('min-height')
  }, [here])
  useLayoutEffect(() => {
    if (place.current) place.current.style.minHeight = `${place.current.offsetHeight}px`
  })
  return (
    <>
      <div className="late-notices">
        {/* Questions that expire within a minute come before all others. */}
        <Suspense fallback={null}>{asks.length > 0 && <AskedAlerts asks={asks} />}</Suspense>
        <OutageNotice unread={unread} />
        <Suspense fallback={null}>{notices(false)}</Suspense>
      </div>
      <div ref={place} className="grid gap-4 has-[>*]:pb-4">
        {notices(true)}
      </div>
    </>
  )
}
