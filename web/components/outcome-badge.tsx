import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'
import { outcomeLabels } from '../../shared/trading/model/outcome-names.ts'
import { outcomeKinds } from '../../shared/logs/outcome-kinds.ts'
import { Dot } from './row.tsx'

/** The colours of outcomes. Rules are there to refuse, so a refusal has none. */
export const kindTones = { placed: 'good', refused: 'plain', failed: 'bad', asked: 'accent' } as const

/** An outcome's dot, which repeats what the text says. */
export const OutcomeDot = ({ outcome }: { readonly outcome: Outcome }) => (
  <Dot tone={kindTones[outcomeKinds[outcome]]} />
)

export const OutcomeBadge = ({ outcome }: { readonly outcome: Outcome }) => (
  <span className="inline-flex items-center gap-1.5 text-xs font-semibold tracking-wide whitespace-nowrap text-ink">
    <OutcomeDot outcome={outcome} />
    {outcomeLabels[outcome]}
  </span>
)
