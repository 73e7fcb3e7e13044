import { Note } from './note.tsx'

/** Tells the user that what they see is older than their latest order or close. */
export const OutdatedNote = ({ answer }: { readonly answer: { readonly outdated?: boolean } | undefined }) =>
  answer?.outdated && (
    <Note>
      Your latest orders and closes may not show yet: IG allows no more requests this minute. This updates
      within a minute.
    </Note>
  )
