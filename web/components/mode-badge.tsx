import type { Mode } from '../../shared/accounts/user.schema.ts'
import { useIsPaper } from '../lib/use-is-paper.ts'
import { Badge } from './badge.tsx'

/**
 * Returns the mode's label. On paper IG the label contains "paper", so its orders are not mistaken for real orders.
 */
const useModeInWords = (mode: Mode) => {
  const isPaper = useIsPaper()
  return isPaper ? `${mode} · paper` : mode
}

/** The mode as a badge. The LIVE badge is filled, so that DEMO and LIVE differ in more than colour. */
export const ModeBadge = ({ mode }: { readonly mode: Mode }) => (
  <Badge tone={mode === 'DEMO' ? 'good' : 'live'}>{useModeInWords(mode)}</Badge>
)

/** The mode as plain text, next to something more important, such as an alert's outcome. */
export const QuietMode = ({ mode }: { readonly mode: Mode }) => (
  <span className="text-xs font-medium tracking-wide text-muted">{useModeInWords(mode)}</span>
)
