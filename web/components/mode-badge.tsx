import { useQuery } from '@tanstack/react-query'
import type { Mode } from '../../shared/user.ts'
import { settingsQuery } from '../lib/session-queries.ts'
import { Badge } from './badge.tsx'

/** On paper IG no mode trades at IG: the mode alone would let a stranger take its orders for IG's. */
const useModeInWords = (mode: Mode) => {
  // Read by the shell; a badge only looks at what it found.
  const { data: isPaper } = useQuery({
    ...settingsQuery,
    enabled: false,
    select: (settings) => settings.isPaper === true,
  })
  return isPaper ? `${mode} · paper` : mode
}

/** The two differ in weight, not in colour alone: LIVE is filled. */
export const ModeBadge = ({ mode }: { readonly mode: Mode }) => (
  <Badge tone={mode === 'DEMO' ? 'good' : 'live'}>{useModeInWords(mode)}</Badge>
)

/** The same where something else is what matters: how an alert ended. */
export const QuietMode = ({ mode }: { readonly mode: Mode }) => (
  <span className="text-xs font-medium tracking-wide text-muted">{useModeInWords(mode)}</span>
)
