import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props = {
  readonly title: string
  /** At the right of the title. */
  readonly aside?: ReactNode
  /** What a link leads to. */
  readonly id?: string
  readonly className?: string
  readonly children: ReactNode
}

/** A part of the overview: one line of title, and a content whose height is the same before and after it came. */
export const Tile = ({ title, aside, id, className, children }: Props) => (
  <section
    id={id}
    className={classNames(
      'grid min-w-0 content-start gap-1 rounded-lg border border-line bg-panel p-3 sm:p-4',
      className,
    )}
  >
    <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h2 className="text-sm font-semibold">{title}</h2>
      {aside}
    </div>
    {children}
  </section>
)

/** Words where figures, rows or a chart will be. */
export const Instead = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" className="grid h-full place-items-center p-4 text-center text-sm text-muted">
    {children}
  </p>
)
