import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props = {
  /** A dot or an icon that repeats the state in the row's text. */
  readonly mark?: ReactNode
  /** The row's subject: a `MarketName`, or a sentence. */
  readonly name: ReactNode
  /** The complete name, which a narrow list cuts. */
  readonly title?: string | undefined
  /** The target of the row, which is a link as a whole, except its action. */
  readonly to?: Pick<LinkProps, 'to' | 'params' | 'search' | 'resetScroll'> | undefined
  /** Muted text; on phones below the name. */
  readonly facts?: ReactNode
  /** The complete facts, if they are not plain text or there is more. */
  readonly factsTitle?: string | undefined
  readonly figure?: ReactNode
  readonly action?: ReactNode
}

/** Text that may be cut also has a tooltip. */
const tip = (words: ReactNode) => (typeof words === 'string' ? words : undefined)

/**
 * A line of a list: 44 pixels high, at least 60 on phones, with the same edges in every list. In a narrow list the
 * facts are below the name.
 */
export const Row = ({ mark, name, title, to, facts, factsTitle, figure, action }: Props) => (
  <li className="@container relative border-line not-last:border-b has-[a[data-row]:hover]:bg-ground">
    <div
      className={classNames(
        'grid min-h-15 items-center gap-x-3 py-0.5 text-sm sm:min-h-11',
        action
          ? 'grid-cols-[0.5rem_minmax(0,1fr)_auto_auto] @lg:grid-cols-[0.5rem_minmax(0,2fr)_minmax(0,3fr)_auto_auto]'
          : 'grid-cols-[0.5rem_minmax(0,1fr)_auto] @lg:grid-cols-[0.5rem_minmax(0,2fr)_minmax(0,3fr)_auto]',
      )}
    >
      <span aria-hidden className="row-span-2 grid place-items-center @lg:row-span-1">
        {mark}
      </span>
      <span title={title ?? tip(name)} className="min-w-0 truncate font-medium">
        {to ? (
          <Link data-row {...to} className="after:absolute after:inset-0">
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      <span
        title={factsTitle ?? tip(facts)}
        className="min-w-0 truncate text-muted @max-lg:col-start-2 @max-lg:row-start-2 @max-lg:text-xs"
      >
        {facts}
      </span>
      <span className="text-right font-medium whitespace-nowrap tabular-nums @max-lg:col-start-3 @max-lg:row-span-2 @max-lg:row-start-1">
        {figure}
      </span>
      {action && (
        <span className="relative z-10 @max-lg:col-start-4 @max-lg:row-span-2 @max-lg:row-start-1">
          {action}
        </span>
      )}
    </div>
  </li>
)

const dots = {
  good: 'bg-good',
  bad: 'bg-bad',
  warn: 'bg-warn',
  accent: 'bg-accent',
  plain: 'bg-edge',
} as const

/** A state's dot, 8 pixels, next to its word. */
export const Dot = ({ tone }: { readonly tone: keyof typeof dots }) => (
  <span aria-hidden className={`inline-block size-2 shrink-0 rounded-full ${dots[tone]}`} />
)
