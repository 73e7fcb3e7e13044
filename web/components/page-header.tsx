import type { ReactNode } from 'react'
import { useTitle } from '../lib/use-title.ts'

type Props = { readonly title: string; readonly description?: string; readonly children?: ReactNode }

/** The page's title and description, with its actions on the right. */
export const PageHeader = ({ title, description, children }: Props) => {
  useTitle(title)
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="grid gap-1">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="text-sm text-muted">{description}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  )
}
