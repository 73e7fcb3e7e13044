import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'
import { outcomeLabels } from '../../shared/trading/model/outcome-names.ts'
import { outcomeKinds } from '../../shared/logs/outcome-kinds.ts'
import { Dot } from './row.tsx'

/** The colour for each kind of outcome. A refusal is neutral, because it is not an error. */
export const kindTones = { placed: 'good', refused: 'plain', failed: 'bad', asked: 'accent' } as const

/** A dot in the outcome's colour. The text beside it says the same. */
export const OutcomeDot = ({ outcome }: { readonly outcome: Outcome }) => (
  <Dot tone={kindTones[outcomeKinds[outcome]]} />
)

export const OutcomeBadge = ({ outcome }: { readonly outcome: Outcome }) => (
  <span className="inline-flex items-center gap-1.5 text-xs font-semibold tracking-wide whitespace-nowrap text-ink">
    <OutcomeDot outcome={outcome} />
    {outcomeLabels[outcome]}
  </span>
)
