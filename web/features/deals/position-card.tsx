import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { TextLink } from '../../components/text-link.tsx'
import { DealCard } from '../../components/deal-card.tsx'
import {
  formatLevel,
  formatMoney,
  formatNumber,
  formatTwoDecimals,
} from '../../../shared/platform/figures.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { gainLook } from '../../lib/gain-class.ts'
import { marketOf } from '../../lib/market-of.ts'
import { result } from './position-columns.tsx'
import { Age } from './age.tsx'
import { DayLine } from './day-line.tsx'
import { RiskBar } from './risk-bar.tsx'

export const PositionCard = ({
  position,
  onClose,
}: {
  readonly position: Position
  readonly onClose: (position: Position) => void
}) => {
  const { profitLoss, profitLossPercentage } = position
  return (
    <DealCard
      market={position.name ?? marketOf(position)}
      deal={`${position.direction} ${formatNumber(position.size)}`}
      result={
        <p className={`text-right font-semibold whitespace-nowrap ${gainLook(profitLoss)}`}>
          {result(profitLoss, formatMoney)}
          <span className="block text-xs font-normal">
            {result(profitLossPercentage, (percent) => `${formatTwoDecimals(percent)}%`)}
          </span>
        </p>
      }
      picture={
        <div className="grid gap-2">
          <DayLine position={position} />
          <RiskBar levels={position} />
        </div>
      }
      facts={[
        ['Open', formatLevel(position.openLevel)],
        ['Current', formatLevel(position.currentLevel)],
        ['Stop', formatLevel(position.stopLevel)],
        ['Limit', formatLevel(position.limitLevel)],
      ]}
      action="Close"
      actionLabel={`Close ${marketOf(position)} ${position.dealId}`}
      onAction={() => onClose(position)}
      footnote={
        <>
          {position.name && `${marketOf(position)} · `}
          {position.strategy && `${position.strategy} · `}
          <Age since={position.createdAt} /> · {formatTimestamp(position.createdAt)} · {position.dealId} ·{' '}
          <TextLink to="/dashboard/journal/$tradeId" params={{ tradeId: position.dealId }}>
            Trade
          </TextLink>
        </>
      }
    />
  )
}
