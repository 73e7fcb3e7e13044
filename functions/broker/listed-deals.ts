import type { OpenPosition, WorkingOrder } from '../../shared/trading/model/snapshot.ts'
import type { Decimal } from '../../shared/platform/units.ts'

export type QuotedPosition = OpenPosition & {
  readonly bid: Decimal | null
  readonly offer: Decimal | null
  /** Money per unit of price for a size of 1, in `currency`. */
  readonly contractSize: Decimal | null
  readonly currency: string | null
  readonly stopLevel: Decimal | null
  readonly limitLevel: Decimal | null
  readonly controlledRisk: boolean
}

export type ListedOrder = WorkingOrder & {
  readonly type: string
  readonly stopLevel: Decimal | null
  readonly limitLevel: Decimal | null
}
