import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props = {
  /** A dot or an icon that shows the same state as the row's text. */
  readonly mark?: ReactNode
  /** The row's subject: a `MarketName`, or a sentence. */
  readonly name: ReactNode
  /** The complete name for the tooltip, because a narrow list truncates the name. */
  readonly title?: string | undefined
  /** Where the row links to. A click anywhere except on the action follows the link. */
  readonly to?: Pick<LinkProps, 'to' | 'params' | 'search' | 'resetScroll'> | undefined
  /** Muted text beside the name; in a narrow list it is below the name. */
  readonly facts?: ReactNode
  /** The tooltip of the facts, if it differs from their text. */
  readonly factsTitle?: string | undefined
  readonly figure?: ReactNode
  readonly action?: ReactNode
}

/** Returns the tooltip for text that may be truncated. */
const tip = (words: ReactNode) => (typeof words === 'string' ? words : undefined)

/**
 * A row of a list, at least 44 pixels high and at least 60 on phones. In a narrow list the facts are below the name.
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

/** A dot in the colour of a state, next to the text. */
export const Dot = ({ tone }: { readonly tone: keyof typeof dots }) => (
  <span aria-hidden className={`inline-block size-2 shrink-0 rounded-full ${dots[tone]}`} />
)
