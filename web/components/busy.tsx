import LoaderCircle from '~icons/loader-circle'
import type { ReactNode } from 'react'

type Props = {
  readonly busy: boolean
  readonly text?: string
  /** Whether the spinner is on the accent colour instead of the page's background. */
  readonly light?: boolean
  readonly children: ReactNode
}

/** Replaces its content with a spinner while something runs. Both fade in. */
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
