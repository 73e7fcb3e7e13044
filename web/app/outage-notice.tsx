import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import CloudOff from '~icons/cloud-off'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { formatClock, formatTime } from '../lib/format.ts'
import type { Unread } from './use-unread.ts'

const subscribe = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Shows what cannot be read and since when, and that alerts still trade. The user can dismiss it. */
export const OutageNotice = ({ unread }: { readonly unread: Unread | null }) => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const [dismissed, setDismissed] = useState<string>()
  const readAt = newestRead(useQueryClient())
  const words = isOnline ? unread && wordsOf(unread) : offlineWords(readAt)
  if (!words || words === dismissed) return null
  return (
    <Notice
      tone="warn"
      icon={CloudOff}
      role="status"
      actions={
        <Button kind="quiet" onClick={() => setDismissed(words)}>
          Dismiss
        </Button>
      }
    >
      <p>{words}</p>
    </Notice>
  )
}

const figureKeys = ['account', 'positions', 'stats']

/** When the screen's newest figures were read, in epoch milliseconds; 0 if nothing was read. */
const newestRead = (queries: QueryClient) =>
  Math.max(
    0,
    ...queries
      .getQueryCache()
      .findAll({ predicate: ({ queryKey: [first] }) => figureKeys.includes(String(first)) })
      .map(({ state }) => state.dataUpdatedAt),
  )

const offlineWords = (readAt: number) =>
  `Offline. ${readAt > 0 ? `Figures from ${formatTime(readAt)}. ` : ''}You can’t make changes. Your alerts keep trading by your rules; they don’t need this page.`

const wordsOf = ({ who, since, message }: Unread) => {
  const from = `since ${formatClock(new Date(since).toISOString())}`
  return who === 'Signalpost'
    ? `Signalpost doesn’t answer this page ${from}. It shows the last data we loaded and keeps trying.`
    : `IG can’t be read ${from}: ${message}. This page shows the last figures we read and keeps trying. No alert trades on figures that can’t be read: the log shows the outcome of each.`
}
