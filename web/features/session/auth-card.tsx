import type { ReactNode } from 'react'
import { Logo } from '../../components/logo.tsx'
import { loadClient } from '../../lib/api.ts'
import { loadSchemas } from '../../lib/schema-resolver.ts'
import { useTitle } from '../../lib/use-title.ts'

type Props = {
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** A link to another page that a visitor may need. */
  readonly footer?: ReactNode
  readonly below?: ReactNode
}

/** The layout of every screen for visitors who are not logged in. */
export const AuthCard = ({ title, description, children, footer, below }: Props) => {
  useTitle(title)
  return (
    <main
      // Loads the code that the form needs for submitting while the visitor fills it in.
      onFocus={() => void Promise.all([loadClient(), loadSchemas()])}
      className="grid min-h-dvh place-content-center justify-items-center gap-6 p-4"
    >
      <Logo />
      <section className="grid w-[calc(100vw-2rem)] max-w-sm gap-6 rounded-xl border border-line bg-panel p-6 shadow-sm sm:p-8">
        <header className="grid gap-1.5">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {description && <p className="text-sm text-muted">{description}</p>}
        </header>
        {children}
        {footer && (
          <footer className="grid gap-2 border-t border-line pt-4 text-center text-sm text-muted">
            {footer}
          </footer>
        )}
      </section>
      {below}
    </main>
  )
}
