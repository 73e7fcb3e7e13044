import X from '~icons/x'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { formatNumber, signedMoney } from '../../../shared/platform/figures.ts'
import { Button } from '../../components/button.tsx'
import { MarketName } from '../../components/market-name.tsx'
import { Row } from '../../components/row.tsx'
import { gainLook } from '../../lib/gain-class.ts'
import { marketOf, nameWithMarket } from '../../lib/market-of.ts'
import { DirectionMark } from './direction-mark.tsx'
import { multipleWords, RiskBar } from './risk-bar.tsx'

type Props = { readonly position: Position; readonly onClose: (position: Position) => void }

/** A position on a phone: its name and its place between stop and target, its result, and its close. */
export const PositionLine = ({ position, onClose }: Props) => {
  const { dealId, name, direction, size, profitLoss } = position
  return (
    <Row
      mark={<DirectionMark direction={direction} />}
      name={<MarketName name={name} symbol={marketOf(position)} />}
      title={nameWithMarket(position)}
      to={{ to: '.', resetScroll: false, search: (before: object) => ({ ...before, deal: dealId }) }}
      facts={
        <span className="flex items-center gap-2">
          <span className="shrink-0">
            {direction} {formatNumber(size)}
          </span>
          <RiskBar levels={position} />
        </span>
      }
      figure={
        <span className={gainLook(profitLoss)}>
          {profitLoss === null ? '–' : signedMoney(profitLoss)}
          <span className="block text-xs font-normal">{multipleWords(position)}</span>
        </span>
      }
      action={
        <Button
          kind="bare"
          className="-mr-3 size-11"
          aria-label={`Close ${marketOf(position)} ${dealId}`}
          onClick={() => onClose(position)}
        >
          <X aria-hidden className="size-4 shrink-0" />
        </Button>
      }
    />
  )
}
