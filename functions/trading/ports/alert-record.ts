import type { Alert } from '../../../shared/alerts/alert.ts'
import type { AlertState } from '../../../shared/alerts/alert-state.ts'
import type { Outcome } from '../../../shared/trading/model/outcome.schema.ts'
import type { TraceStep } from '../../../shared/trading/rules/trace.ts'
import type { Money } from '../../../shared/trading/model/recent-close.ts'
import type { Phases } from '../../../shared/trading/model/phases.ts'
import type { CapturedSettings, OrderToPlace } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { BrokerError } from './broker.ts'
import type { Ending } from './ending.ts'

/** Identifies an alert in the queue. It never contains the webhook secret. */
export type AlertMessage = { readonly alertId: string; readonly userId: string; readonly mode: Mode }

/** Identifies an account. Each user has one account per mode. */
export type AccountKey = Pick<AlertMessage, 'userId' | 'mode'>

/** An alert with its state. The outcome never changes once it is set. */
export type AlertRecord = {
  readonly alertId: string
  readonly userId: string
  readonly acceptedAt: Instant
  readonly captured: CapturedSettings
  readonly alert: Alert
  /**
   * The alert's original text without the secret. Undefined if there is no text, or if the secret in it could not be
   * hidden.
   */
  readonly received?: string | undefined
  readonly outcome: AlertOutcome | null
  /** The stored state; `stateOf` returns the current state. Alerts of release 0.2.0 have no stored state. */
  readonly state?: AlertState | undefined
  /** What a waiting exit waits for, as a sentence. */
  readonly waitsFor?: string | undefined
  /**
   * How often the alert was returned to the queue to wait for the broker's request limit. These waits are not failures.
   */
  readonly waits: number
  /** The alert's number among the account's alerts of the same minute, starting at 1; 0 if not counted yet. */
  readonly ofMinute: number
  /** If this alert is a user's approval: the ID of the alert that waited for approval or was held. */
  readonly confirms?: string | undefined
  /**
   * Who proposed the alert, if it did not come from a strategy. A proposed alert always waits for its user’s approval.
   */
  readonly proposedBy?: string | undefined
  /** If this alert carries out an exit that *Stop everything* held back: when the exit was held back. */
  readonly heldAt?: Instant | undefined
}

export type AlertOutcome = {
  readonly outcome: Outcome
  /** The facts from which the outcome's sentence is made. */
  readonly ending: Ending
  /** The broker's name for the instrument, such as Tesco PLC, if it was read. */
  readonly name?: string | undefined
  readonly trace: readonly TraceStep[]
  readonly dealReference?: string | undefined
  /** The broker's own reference for the order, if the broker gave one. */
  readonly brokerReference?: string | undefined
  /** Deals that were opened, closed or deleted. */
  readonly dealIds?: readonly string[] | undefined
  /** Deals that should have been closed or deleted and are, or may be, still open. */
  readonly openDealIds?: readonly string[] | undefined
  /** For partial closes: the size that should stay open, by deal ID. */
  readonly rests?: Readonly<Record<string, Decimal>> | undefined
  /** Realised profits by deal ID, if the broker's confirms report them. */
  readonly profits?: Readonly<Record<string, Money>> | undefined
  /** For a reversal: the deals that it had closed before this outcome. */
  readonly closedFirst?: readonly string[] | undefined
  /** The deals in `closedFirst` that were working orders. */
  readonly deletedFirst?: readonly string[] | undefined
  /**
   * True if the request was sent and its effect may still appear later. The reconciler looks for it for a while and
   * reports what it finds.
   */
  readonly mayShowLater?: boolean | undefined
  /** The broker's code for a refusal. */
  readonly brokerReason?: string | undefined
  /** The kind of error, if the alert was refused because the broker's data could not be read. */
  readonly unreadable?: BrokerError['kind'] | undefined
  readonly order?: OrderToPlace | undefined
  /**
   * Only for the outcomes ASKED and HELD: the time in epoch milliseconds until which the user can approve the alert
   * or carry it out.
   */
  readonly answerBy?: Instant | undefined
  readonly decidedAt: Instant
  readonly phases?: Phases | undefined
  /** Number of requests to the broker. Requests made for several alerts are counted for one of them. */
  readonly requests?: number | undefined
}
