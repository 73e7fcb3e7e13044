import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'
import { outcomeLabels } from '../../shared/trading/model/outcome-names.ts'
import { outcomeKinds } from '../../shared/logs/outcome-kinds.ts'
import { Badge, type Tone } from './badge.tsx'

const tones = { placed: 'good', refused: 'warn', failed: 'bad', asked: 'blue' } as const satisfies Record<
  string,
  Tone
>

/** How an alert ended. */
export const OutcomeBadge = ({ outcome }: { readonly outcome: Outcome }) => (
  <Badge tone={tones[outcomeKinds[outcome]]}>{outcomeLabels[outcome]}</Badge>
)
