import type { Mode } from '../../shared/user.ts'
import { Badge } from './badge.tsx'

export const ModeBadge = ({ mode }: { readonly mode: Mode }) => (
  <Badge tone={mode === 'DEMO' ? 'good' : 'bad'}>{mode}</Badge>
)
