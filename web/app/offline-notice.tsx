import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Without a network the screen stands still, and alerts do not: both are said. */
export const OfflineNotice = () => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <p
      role="status"
      className="mb-6 flex items-start gap-3 rounded-lg border border-warn/40 bg-warn/10 p-3 text-sm text-warn"
    >
      <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
      You’re offline. This page shows the last data we loaded, and you can’t make changes. Your alerts keep
      trading by your rules; they don’t need this page.
    </p>
  )
}
