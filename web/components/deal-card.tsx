import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = {
  readonly market: string
  /** e.g. "BUY 12.5" */
  readonly deal: string
  /** Names and values, in two columns. */
  readonly facts: readonly (readonly [string, string])[]
  /** What the button says, and for a screen reader of which deal. */
  readonly action: string
  readonly actionLabel: string
  readonly onAction: () => void
  readonly footnote: ReactNode
}

/** What a table lists, on a phone: everything that matters in sight, and its button. */
export const DealCard = ({ market, deal, facts, action, actionLabel, onAction, footnote }: Props) => (
  <article className="grid grid-cols-1 gap-3">
    <header>
      <h2 className="font-medium break-words">{market}</h2>
      <p className="text-sm text-muted">{deal}</p>
    </header>
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-2">
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <footer className="flex items-center justify-between gap-3">
      <span className="min-w-0 text-xs break-words text-muted">{footnote}</span>
      <Button kind="quiet" className="shrink-0" aria-label={actionLabel} onClick={onAction}>
        {action}
      </Button>
    </footer>
  </article>
)
