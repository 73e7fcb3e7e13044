import type { Position } from '../../../shared/dealing.ts'
import { signed } from '../../components/data-table/columns.ts'
import { DealCard } from '../../components/deal-card.tsx'
import {
  formatLevel,
  formatMoney,
  formatNumber,
  formatTimestamp,
  formatTwoDecimals,
} from '../../lib/format.ts'
import { nameOf, result } from './columns.tsx'

const tones = { good: 'text-good', bad: 'text-bad' } as const

export const PositionCard = ({
  position,
  onClose,
}: {
  readonly position: Position
  readonly onClose: (position: Position) => void
}) => {
  const { profitLoss, profitLossPercentage } = position
  const tone = signed(profitLoss)
  return (
    <DealCard
      market={nameOf(position)}
      deal={`${position.direction} ${formatNumber(position.size)}`}
      result={
        <p className={`text-right font-semibold ${tone ? tones[tone] : ''}`}>
          {result(profitLoss, formatMoney)}
          <span className="block text-xs font-normal">
            {result(profitLossPercentage, (percent) => `${formatTwoDecimals(percent)}%`)}
          </span>
        </p>
      }
      facts={[
        ['Open', formatLevel(position.openLevel)],
        ['Current', formatLevel(position.currentLevel)],
        ['Stop', formatLevel(position.stopLevel)],
        ['Limit', formatLevel(position.limitLevel)],
      ]}
      action="Close"
      actionLabel={`Close ${nameOf(position)} ${position.dealId}`}
      onAction={() => onClose(position)}
      footnote={`${formatTimestamp(position.createdAt)} · ${position.dealId}`}
    />
  )
}
