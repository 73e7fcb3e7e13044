import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props = {
  readonly title: string
  /** Content to the right of the title. */
  readonly aside?: ReactNode
  /** The element's ID, for links to this tile. */
  readonly id?: string
  readonly className?: string
  readonly children: ReactNode
}

/** A section of the overview with a one-line title. */
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

/** A text shown instead of figures, rows or a chart. */
export const Instead = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" className="grid h-full place-items-center p-4 text-center text-sm text-muted">
    {children}
  </p>
)
