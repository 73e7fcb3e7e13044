import X from '~icons/x'
import type { Order } from '../../../shared/deals/dealing.schema.ts'
import { formatLevel, formatNumber } from '../../../shared/platform/figures.ts'
import { Button } from '../../components/button.tsx'
import { MarketName } from '../../components/market-name.tsx'
import { Row } from '../../components/row.tsx'
import { marketOf, nameWithMarket } from '../../lib/market-of.ts'
import { DirectionMark } from './direction-mark.tsx'

type Props = { readonly order: Order; readonly onDelete: (order: Order) => void }

/** A working order on a phone: what it waits for, and its deletion. */
export const OrderLine = ({ order, onDelete }: Props) => {
  const { direction, type, size, entryLevel, stopLevel, profitLevel, name, marketAndSymbol } = order
  return (
    <Row
      mark={<DirectionMark direction={direction} />}
      name={<MarketName name={name} symbol={marketOf(order)} />}
      title={nameWithMarket(order)}
      to={
        marketAndSymbol === undefined
          ? undefined
          : { to: '/dashboard/instruments/$market', params: { market: marketAndSymbol } }
      }
      facts={
        <span className="block whitespace-normal [&>span]:whitespace-nowrap">
          <span>
            {direction} {formatNumber(size)}
          </span>
          , <span>stop {formatLevel(stopLevel)}</span>, <span>profit {formatLevel(profitLevel)}</span>
        </span>
      }
      figure={
        <>
          {formatLevel(entryLevel)}
          <span className="block text-xs font-normal text-muted">{type}</span>
        </>
      }
      action={
        <Button
          kind="bare"
          className="-mr-3 size-11"
          aria-label={`Delete ${marketOf(order)} ${order.dealId}`}
          onClick={() => onDelete(order)}
        >
          <X aria-hidden className="size-4 shrink-0" />
        </Button>
      }
    />
  )
}
