import type { MarketsFound } from '../../../shared/instruments/market-match.schema.ts'
import { Badge } from '../../components/badge.tsx'

const looks = {
  EXACT: { tone: 'good', words: 'Exact' },
  CHOOSE: { tone: 'warn', words: 'Choose' },
  NONE: { tone: 'bad', words: 'Not found' },
} as const

export const VerdictBadge = ({ verdict }: Pick<MarketsFound, 'verdict'>) => (
  <Badge tone={looks[verdict].tone}>{looks[verdict].words}</Badge>
)
