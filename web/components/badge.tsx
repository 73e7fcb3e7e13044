import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

const tones = {
  good: 'border-transparent bg-good/10 text-good',
  bad: 'border-transparent bg-bad/10 text-bad',
  warn: 'border-transparent bg-warn/10 text-warn',
  plain: 'border-line text-muted',
  // The specification names these four variants for the status of an activity.
  default: 'border-transparent bg-accent text-accent-ink',
  secondary: 'border-transparent bg-line text-ink',
  destructive: 'border-transparent bg-bad text-panel',
  outline: 'border-line text-ink',
  live: 'border-transparent bg-live text-white',
  purple: 'border-transparent bg-purple-700/10 text-purple-700 dark:bg-purple-300/10 dark:text-purple-300',
  blue: 'border-transparent bg-blue-700/10 text-blue-700 dark:bg-blue-300/10 dark:text-blue-300',
} as const
export type Tone = keyof typeof tones

export const Badge = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) => (
  <span
    className={classNames(
      'inline-flex shrink-0 items-center rounded-full whitespace-nowrap border px-2.5 py-0.5 text-xs font-semibold tracking-wide',
      tones[tone],
    )}
  >
    {children}
  </span>
)
