import LoaderCircle from '~icons/loader-circle'
import type { ReactNode } from 'react'

type Props = {
  readonly busy: boolean
  readonly text?: string
  /** On the accent colour rather than on the page. */
  readonly light?: boolean
  readonly children: ReactNode
}

/** A spinner in its content's place while something is under way; both fade in. */
export const Busy = ({ busy, text, light = false, children }: Props) =>
  busy ? (
    <span
      key="busy"
      role="status"
      className={`fade-in inline-flex items-center gap-2 ${light ? 'text-accent-ink' : 'text-muted'}`}
    >
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {text ?? <span className="sr-only">Loading</span>}
    </span>
  ) : (
    <span key="content" className="fade-in contents">
      {children}
    </span>
  )
