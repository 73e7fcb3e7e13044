import type { Instant } from '../../../shared/platform/units.ts'
import type { LossLimits, Trip } from '../../../shared/limits/loss-limits.ts'
import type { AccountKey } from '../ports/alert-record.ts'
import type { Broker } from '../ports/broker.ts'
import type { Clock } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { TimedPorts, TimedUser } from './timed-alerts.ts'

/** A user with limits on an account, in one mode. */
export type LimitedUser = TimedUser & {
  readonly lossLimits?: LossLimits | undefined
  readonly trips?: readonly Trip[] | undefined
}

/** Where the next run continues if one run could not visit all users. */
export type VisitRound = {
  /** The ID of the user who was visited last. The next run continues with the next ID. */
  readonly after: string
  /** When the round started with the first user. */
  readonly began: Instant
}

export type LimitPorts = Omit<TimedPorts, 'clock' | 'broker' | 'store'> & {
  readonly clock: Clock
  readonly broker: TimedPorts['broker'] & Pick<Broker, 'readEquity'>
  readonly store: TimedPorts['store'] &
    Pick<Store, 'getWatch' | 'saveWatch'> & {
      /** Lists the users with timed rules or limits. */
      listTimedUsers(): Promise<readonly string[]>
      /** Reads the round; null if the previous run reached all users. */
      getVisitRound(): Promise<VisitRound | null>
      saveVisitRound(round: VisitRound | null): Promise<void>
      /**
       * Lists a user's accounts, one for each mode with complete credentials, even a mode in which alerts do not trade.
       * Empty if the user was deleted.
       */
      getTimedAccounts(userId: string): Promise<readonly LimitedUser[]>
      /**
       * Stops entries because a limit was reached. A trip that closes everything replaces a trip that only stops
       * entries.
       * @returns false if an existing trip already does this, or the user was deleted
       */
      trip(account: AccountKey, trip: Trip): Promise<boolean>
      /** Stores which deals of a trip must still be closed, unless the trip was lifted or replaced. */
      saveClosing(account: AccountKey, trip: Trip, closing: readonly string[]): Promise<void>
      /** Asks the journal to read the account’s history as soon as it can. */
      askForBookings(account: AccountKey, accountId: string): Promise<void>
    }
}
