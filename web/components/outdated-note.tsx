import { Note } from './note.tsx'

/** Says so if IG's allowance of the minute kept what is shown from being read again after an order or a deal of ours. */
export const OutdatedNote = ({ answer }: { readonly answer: { readonly outdated?: boolean } | undefined }) =>
  answer?.outdated && (
    <Note>
      Your latest orders and closes may not show yet: IG allows no more requests this minute. This updates
      within a minute.
    </Note>
  )
