import type { Instant } from '../../../shared/platform/units.ts'
import type { LossLimits, Trip } from '../../../shared/limits/loss-limits.ts'
import type { AccountKey } from '../ports/alert-record.ts'
import type { Broker } from '../ports/broker.ts'
import type { Clock } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { TimedPorts, TimedUser } from './timed-alerts.ts'

/** A user whose account has limits, in one mode. */
export type LimitedUser = TimedUser & {
  readonly lossLimits?: LossLimits | undefined
  readonly trips?: readonly Trip[] | undefined
}

/** Where a round over all users goes on if one run could not reach them all. */
export type VisitRound = {
  /** The user who was visited last; the next one follows by ID. */
  readonly after: string
  /** When the round began with the first user. */
  readonly began: Instant
}

export type LimitPorts = Omit<TimedPorts, 'clock' | 'broker' | 'store'> & {
  readonly clock: Clock
  readonly broker: TimedPorts['broker'] & Pick<Broker, 'readEquity'>
  readonly store: TimedPorts['store'] &
    Pick<Store, 'getWatch' | 'saveWatch'> & {
      /** Those for whom the clock has something to do. */
      listTimedUsers(): Promise<readonly string[]>
      /** null: the run before reached all users. */
      getVisitRound(): Promise<VisitRound | null>
      saveVisitRound(round: VisitRound | null): Promise<void>
      /** In each mode with complete credentials, whichever mode alerts trade in. None: the user is gone. */
      getTimedAccounts(userId: string): Promise<readonly LimitedUser[]>
      /**
       * Stops entries because a limit was reached, unless the same is stopped already. One that closes everything replaces one
       * that does not.
       * @returns false when it is, or the user is gone
       */
      trip(account: AccountKey, trip: Trip): Promise<boolean>
      /** Notes what of a trip is still to be closed, unless it was lifted or replaced. */
      saveClosing(account: AccountKey, trip: Trip, closing: readonly string[]): Promise<void>
      /** Has the journal read the account’s history as soon as it can. */
      askForBookings(account: AccountKey, accountId: string): Promise<void>
    }
}
