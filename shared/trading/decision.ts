import type { Instant } from '../platform/units.ts'
import type { RuleName } from './model/rule-names.ts'
import type { Need, RefusalOutcome } from './model/rule.ts'
import type { AmendRequest, CloseRequest, OrderToPlace, SmallestFirst } from './model/snapshot.ts'
import type { TraceStep } from './rules/trace.ts'

type Trace = readonly TraceStep[]

export type Decision =
  | {
      readonly kind: 'place'
      readonly order: OrderToPlace
      readonly smallestFirst?: SmallestFirst
      /** The start of the trading day to which the order belongs. Only set if trades per day are limited. */
      readonly tradingDay?: Instant
      readonly trace: Trace
    }
  | { readonly kind: 'close'; readonly close: CloseRequest; readonly trace: Trace }
  | { readonly kind: 'amend'; readonly amend: AmendRequest; readonly trace: Trace }
  | {
      readonly kind: 'refuse'
      readonly outcome: RefusalOutcome
      readonly rule: RuleName
      /** Only for the outcomes ASKED and HELD: until when the user can approve the alert or carry it out. */
      readonly answerBy?: Instant
      readonly order?: OrderToPlace
      readonly trace: Trace
    }
  /** A rule needs data that has not been read yet. The alert is decided again once the data has been read. */
  | { readonly kind: 'incomplete'; readonly needs: Need; readonly trace: Trace }
