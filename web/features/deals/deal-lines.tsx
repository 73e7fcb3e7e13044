import X from '~icons/x'
import type { ComponentProps } from 'react'
import type { Order, Position } from '../../../shared/deals/dealing.schema.ts'
import { type Currency, formatLevel, formatNumber, signedMoney } from '../../../shared/platform/figures.ts'
import { Button } from '../../components/button.tsx'
import { MarketName } from '../../components/market-name.tsx'
import { Row } from '../../components/row.tsx'
import { gainClass } from '../../lib/gain-class.ts'
import { directionMarks, marketOf, nameWithMarket } from '../../lib/market-of.ts'
import { multipleWords, RiskBar } from '../../components/risk-bar.tsx'

type Props = Pick<ComponentProps<typeof Row>, 'to' | 'facts' | 'figure'> & {
  readonly deal: Position | Order
  /** The action of the button, such as "Close". */
  readonly act: string
  readonly onAct: () => void
}

/** A deal on a phone: its direction and market, with the button for its action on the right. */
const DealLine = ({ deal, act, onAct, ...rest }: Props) => (
  <Row
    {...rest}
    mark={<span className="text-[0.5rem] text-muted">{directionMarks[deal.direction]}</span>}
    name={<MarketName name={deal.name} symbol={marketOf(deal)} />}
    title={nameWithMarket(deal)}
    action={
      <Button
        kind="bare"
        className="-mr-3 size-11"
        aria-label={`${act} ${marketOf(deal)} ${deal.dealId}`}
        onClick={onAct}
      >
        <X aria-hidden className="size-4 shrink-0" />
      </Button>
    }
  />
)

type PositionProps = {
  readonly position: Position
  /** The account's currency. */
  readonly currency: Currency
  readonly onClose: (position: Position) => void
}

/** Shows a position with its size, risk bar and result. */
export const PositionLine = ({ position, currency, onClose }: PositionProps) => (
  <DealLine
    deal={position}
    act="Close"
    onAct={() => onClose(position)}
    to={{ to: '.', resetScroll: false, search: (before: object) => ({ ...before, deal: position.dealId }) }}
    facts={
      <span className="flex items-center gap-2">
        {position.direction} {formatNumber(position.size)}
        <RiskBar levels={position} />
      </span>
    }
    figure={
      <span className={gainClass(position.profitLoss)}>
        {position.profitLoss === null ? '–' : signedMoney(position.profitLoss, currency)}
        <span className="block text-xs font-normal">{multipleWords(position)}</span>
      </span>
    }
  />
)

type OrderProps = { readonly order: Order; readonly onDelete: (order: Order) => void }

/** Shows a working order with its size and its levels. */
export const OrderLine = ({ order, onDelete }: OrderProps) => (
  <DealLine
    deal={order}
    act="Delete"
    onAct={() => onDelete(order)}
    facts={
      <span className="block whitespace-normal">
        {order.direction} {formatNumber(order.size)}, stop&nbsp;{formatLevel(order.stopLevel)}, profit&nbsp;
        {formatLevel(order.profitLevel)}
      </span>
    }
    figure={
      <>
        {formatLevel(order.entryLevel)}
        <span className="block text-xs font-normal text-muted">{order.type}</span>
      </>
    }
  />
)
