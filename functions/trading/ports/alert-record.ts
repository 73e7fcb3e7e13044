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

/** Identifies an alert in the queue. The secret is never in it. */
export type AlertMessage = { readonly alertId: string; readonly userId: string; readonly mode: Mode }

/** Identifies an account: one per user and mode. */
export type AccountKey = Pick<AlertMessage, 'userId' | 'mode'>

/** An alert with its state. `claim` is written before the broker is called; `outcome` never changes once it is set. */
export type AlertRecord = {
  readonly alertId: string
  readonly userId: string
  readonly acceptedAt: Instant
  readonly captured: CapturedSettings
  readonly alert: Alert
  /**
   * The alert's original text without the secret. Undefined if no text came, or if the secret in it could not be
   * hidden.
   */
  readonly received?: string | undefined
  readonly outcome: AlertOutcome | null
  /** The stored state; `stateOf` gives the current one. Alerts of release 0.2.0 have none. */
  readonly state?: AlertState | undefined
  /** What a waiting exit waits for, as a sentence. */
  readonly waitsFor?: string | undefined
  /** How often it was returned to the queue to wait for the broker's request limit. These are not failures. */
  readonly waits: number
  /** Its number among the account's alerts of the same minute, starting at 1; 0 if it was not counted yet. */
  readonly ofMinute: number
  /** The ID of the alert that waited for approval or was held, if this alert is the user's approval. */
  readonly confirms?: string | undefined
  /** Who proposed the alert, if no strategy sent it. It waits for its user’s approval whatever the settings say. */
  readonly proposedBy?: string | undefined
  /** When *Stop everything* held the exit that this alert carries out. */
  readonly heldAt?: Instant | undefined
}

export type AlertOutcome = {
  readonly outcome: Outcome
  /** The facts behind the outcome, from which its sentence is made. */
  readonly ending: Ending
  /** The broker's name of the instrument, such as Tesco PLC, if it was read. */
  readonly name?: string | undefined
  readonly trace: readonly TraceStep[]
  readonly dealReference?: string | undefined
  /** The broker's own reference of the order, if it gave one. */
  readonly brokerReference?: string | undefined
  /** Deals that were opened, closed or deleted. */
  readonly dealIds?: readonly string[] | undefined
  /** Deals that should have been closed or deleted and are, or may be, still open. */
  readonly openDealIds?: readonly string[] | undefined
  /** For partial closes: the size that was to stay open, by deal. */
  readonly rests?: Readonly<Record<string, Decimal>> | undefined
  /** Realised profits of these deals, if the broker's confirm reports them. */
  readonly profits?: Readonly<Record<string, Money>> | undefined
  /** For a reversal: the deals that it had closed before this outcome. */
  readonly closedFirst?: readonly string[] | undefined
  /** Those of `closedFirst` that were working orders. */
  readonly deletedFirst?: readonly string[] | undefined
  /** The order was sent and may still show up. It is looked for during a while, and a finding is reported. */
  readonly mayShowLater?: boolean | undefined
  /** The broker's code for a refusal. */
  readonly brokerReason?: string | undefined
  /** Why the broker could not be read, if that caused the refusal. */
  readonly unreadable?: BrokerError['kind'] | undefined
  readonly order?: OrderToPlace | undefined
  /**
   * Only for the outcomes ASKED and HELD: the time in epoch milliseconds until which the user can approve the alert
   * or carry it out.
   */
  readonly answerBy?: Instant | undefined
  readonly decidedAt: Instant
  readonly phases?: Phases | undefined
  /** Number of requests to the broker. Requests made for several alerts count for one of them. */
  readonly requests?: number | undefined
}
