import type { Order } from '../../../shared/deals/dealing.schema.ts'
import { DealCard } from '../../components/deal-card.tsx'
import { formatLevel, formatNumber } from '../../../shared/platform/figures.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { marketOf } from '../../lib/market-of.ts'

export const OrderCard = ({
  order,
  onDelete,
}: {
  readonly order: Order
  readonly onDelete: (order: Order) => void
}) => (
  <DealCard
    market={order.name ?? marketOf(order)}
    deal={`${order.direction} ${formatNumber(order.size)} · ${order.type}`}
    facts={[
      ['Entry', formatLevel(order.entryLevel)],
      ['Stop', formatLevel(order.stopLevel)],
      ['Profit', formatLevel(order.profitLevel)],
    ]}
    action="Delete"
    actionLabel={`Delete ${marketOf(order)} ${order.dealId}`}
    onAction={() => onDelete(order)}
    footnote={`${order.name ? `${marketOf(order)} · ` : ''}${formatTimestamp(order.createdAt)} · ${order.dealId}`}
  />
)
