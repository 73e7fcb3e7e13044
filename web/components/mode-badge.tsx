import type { Mode } from '../../shared/accounts/user.schema.ts'
import { useIsPaper } from '../lib/use-is-paper.ts'
import { Badge } from './badge.tsx'

/** The mode's label. On paper IG it says so, because a stranger might take its orders for IG's. */
const useModeInWords = (mode: Mode) => {
  const isPaper = useIsPaper()
  return isPaper ? `${mode} · paper` : mode
}

/** The mode as a badge. LIVE is filled, so that the two differ not only in colour. */
export const ModeBadge = ({ mode }: { readonly mode: Mode }) => (
  <Badge tone={mode === 'DEMO' ? 'good' : 'live'}>{useModeInWords(mode)}</Badge>
)

/** The mode as plain text, next to something more important, such as an alert's outcome. */
export const QuietMode = ({ mode }: { readonly mode: Mode }) => (
  <span className="text-xs font-medium tracking-wide text-muted">{useModeInWords(mode)}</span>
)
