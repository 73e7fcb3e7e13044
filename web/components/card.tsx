import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props = {
  readonly title?: string
  readonly description?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

export const Card = ({ title, description, className, children }: Props) => (
  <section
    className={classNames('grid content-start gap-4 rounded-lg border border-line bg-panel p-5', className)}
  >
    {(title || description) && (
      <div className="grid gap-1">
        {title && <h2 className="font-semibold">{title}</h2>}
        {description && <div className="text-sm text-muted">{description}</div>}
      </div>
    )}
    {children}
  </section>
)
