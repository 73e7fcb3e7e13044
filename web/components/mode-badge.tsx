import type { Mode } from '../../shared/user.ts'
import { Badge } from './badge.tsx'

/** The two differ in weight, not in colour alone: LIVE is filled. */
export const ModeBadge = ({ mode }: { readonly mode: Mode }) => (
  <Badge tone={mode === 'DEMO' ? 'good' : 'live'}>{mode}</Badge>
)

/** The same where something else is what matters: how an alert ended. */
export const QuietMode = ({ mode }: { readonly mode: Mode }) => (
  <span className="text-xs font-medium tracking-wide text-muted">{mode}</span>
)
