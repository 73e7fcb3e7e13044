import type { Outdated } from '../../shared/deals/dealing.schema.ts'
import { formatTimestamp } from '../lib/format.ts'
import { Note } from './note.tsx'

/** Tells the user that IG’s request limit delays the next update, and for how long. */
export const OutdatedNote = ({ answer }: { readonly answer: Outdated | undefined }) => {
  const { outdated, waiting } = answer ?? {}
  if (!outdated && !waiting) return null
  return (
    <Note>
      IG’s request limit for this minute is used up
      {outdated && ', so your latest orders and closes may not show yet'}.{' '}
      {waiting
        ? `The next update is in ${secondsUntil(waiting.nextAt)} s. This page is from ${formatTimestamp(waiting.readAt)}.`
        : 'This page updates within a minute.'}
    </Note>
  )
}

const secondsUntil = (iso: string) => Math.max(1, Math.ceil((Date.parse(iso) - Date.now()) / 1_000))
