import type { Mode } from '../../shared/accounts/user.schema.ts'
import { useIsPaper } from '../lib/use-is-paper.ts'
import { Badge } from './badge.tsx'

/** On paper IG no mode trades at IG: the mode alone would let a stranger take its orders for IG's. */
const useModeInWords = (mode: Mode) => {
  const isPaper = useIsPaper()
  return isPaper ? `${mode} · paper` : mode
}

/** The two differ in weight, not in colour alone: LIVE is filled. */
export const ModeBadge = ({ mode }: { readonly mode: Mode }) => (
  <Badge tone={mode === 'DEMO' ? 'good' : 'live'}>{useModeInWords(mode)}</Badge>
)

/** The same if something else is what matters: how an alert ended. */
export const QuietMode = ({ mode }: { readonly mode: Mode }) => (
  <span className="text-xs font-medium tracking-wide text-muted">{useModeInWords(mode)}</span>
)
