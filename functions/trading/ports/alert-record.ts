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

/** Names an alert on the queue; the secret is never in it. */
export type AlertMessage = { readonly alertId: string; readonly userId: string; readonly mode: Mode }

/** Names an account: one per user and mode. */
export type AccountKey = Pick<AlertMessage, 'userId' | 'mode'>

/** Where an alert stands. `claim` is written before the broker is called; `outcome` never changes once it is set. */
export type AlertRecord = {
  readonly alertId: string
  readonly userId: string
  readonly acceptedAt: Instant
  readonly captured: CapturedSettings
  readonly alert: Alert
  /** Its text as it came, without the secret. Left out if no text came, or if its secret could not be hidden. */
  readonly received?: string | undefined
  readonly outcome: AlertOutcome | null
  /** The stored state; `stateOf` gives the current one. Alerts of release 0.2.0 have none. */
  readonly state?: AlertState | undefined
  /** What an exit that waits waits for, in words. */
  readonly waitsFor?: string | undefined
  /** How often it was handed back to the queue to wait for room in the broker's allowance: no failure of its own. */
  readonly waits: number
  /** Which of its account's alerts in its minute it is: 1 for the first. 0 if that was not counted yet. */
  readonly ofMinute: number
  /** The alert that asked or was held, if this one is the user's yes to it. */
  readonly confirms?: string | undefined
  /** Who proposed it, if no strategy sent it: such an alert waits for its user’s yes, whatever the settings. */
  readonly proposedBy?: string | undefined
  /** When the exit that this alert carries out was held back by *Stop everything*. */
  readonly heldAt?: Instant | undefined
}

export type AlertOutcome = {
  readonly outcome: Outcome
  /** What brought the alert to it: what a trader reads is made of that. */
  readonly ending: Ending
  /** What the broker calls the instrument, such as Tesco PLC, if that was read for the alert. */
  readonly name?: string | undefined
  readonly trace: readonly TraceStep[]
  readonly dealReference?: string | undefined
  /** If the broker gave the order a reference of its own. */
  readonly brokerReference?: string | undefined
  /** Deals opened, closed or deleted. */
  readonly dealIds?: readonly string[] | undefined
  /** Deals that were to be closed or deleted, and are not, or may not be. */
  readonly openDealIds?: readonly string[] | undefined
  /** Of those that were to be closed in part: what was to stay. */
  readonly rests?: Readonly<Record<string, Decimal>> | undefined
  /** What closes of these deals made, if the broker's confirm says. */
  readonly profits?: Readonly<Record<string, Money>> | undefined
  /** Of a reversal: what it had closed before it came to this. */
  readonly closedFirst?: readonly string[] | undefined
  /** Those of them that were working orders. */
  readonly deletedFirst?: readonly string[] | undefined
  /** It was sent, and what became of it may yet show: it is looked for a while longer, and what is found is reported. */
  readonly mayShowLater?: boolean | undefined
  /** The broker's own code if it refused. */
  readonly brokerReason?: string | undefined
  /** Refused because the broker could not be read, and how it failed. */
  readonly unreadable?: BrokerError['kind'] | undefined
  readonly order?: OrderToPlace | undefined
  /** Only for the outcomes ASKED and HELD: the user can approve it, or carry it out, until then. Epoch milliseconds. */
  readonly answerBy?: Instant | undefined
  readonly decidedAt: Instant
  readonly phases?: Phases | undefined
  /** Requests to the broker that led to it; those that were made for several alerts stand at one of them. */
  readonly requests?: number | undefined
}
