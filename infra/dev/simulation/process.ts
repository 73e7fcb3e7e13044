import type { Store } from '../../../functions/trading/ports/store.ts'
import type { Chance, Scheduler } from './scheduler.ts'

/** The probability of each kind of fault at a call of a port. It is drawn for each seed. */
export type FaultRates = {
  /** The process ends before the call is sent, or after the call is carried out. */
  readonly crash: number
  /** The process pauses for up to 45 seconds. */
  readonly pause: number
  /** The call fails without being carried out. */
  readonly failBefore: number
  /** The call is carried out, but its reply is lost. */
  readonly loseReply: number
  /** A queue message is delivered to two processes. */
  readonly duplicateDelivery: number
  /** The request for an order or its reply is lost, or the order is carried out late. */
  readonly orderTrouble: number
  readonly orderRejected: number
  /** Single reads from the broker fail. */
  readonly readTrouble: number
  /** All reads from the broker fail for minutes. */
  readonly outage: number
  /** An outage of the broker that is so long that orders need a review. */
  readonly longOutage: number
  /** The broker's lists lag by minutes. */
  readonly listsLate: number
  /** The broker's history lags by minutes. */
  readonly historyLate: number
  /** A close, deletion or amendment is refused because the deal is still too new. */
  readonly transientRefusal: number
  readonly partialFill: number
  /** None of our processes runs for so long that orders need a review. */
  readonly standstill: number
  /** The clock of a process stops. */
  readonly clockStands: number
  /** The clock of a process is wrong by up to two seconds. */
  readonly clockLies: number
  /** The executor always fails on the alerts of one instrument. */
  readonly poison: number
  /** An alert's ID is used again after the thirty days for which it is remembered. */
  readonly idReturns: number
}

export type FaultKind =
  | keyof FaultRates
  | 'lambdaTimeout'
  | 'deadLetter'
  | 'settingsChange'
  | 'lateOrder'
  | 'userDeleted'
  | 'brake'
  | 'needsReview'
  | 'allowance'
  | 'slowVerdicts'
  | 'byHand'
  | 'scene'

/** Collects the kinds of faults that occurred in a run, because a simulation without faults tests nothing. */
export class Strikes {
  readonly kinds = new Set<FaultKind>()
  note(kind: FaultKind) {
    this.kinds.add(kind)
  }
}

/** The clock, the chance and the faults that all parts of a world share. */
export type FaultyWorld = {
  readonly scheduler: Scheduler
  readonly chance: Chance
  readonly rates: () => FaultRates
  readonly strikes: Strikes
}

/** An invocation of a Lambda. Once it has ended, none of its pending calls gets a reply. */
export class Process {
  alive = true
  private readonly scheduler: Scheduler
  private readonly chance: Chance
  private readonly rates: () => FaultRates
  readonly strikes: Strikes
  /** The alert that the process last read; null if it has read none. */
  alertId: string | null
  /** Whether a pause or an unanswered order delayed the process, or its clock stopped. */
  wasHeldUp: boolean
  /** Whether the process acts for a user and not for an alert. */
  isByHand = false
  private readonly began: number
  private readonly clock: 'true' | 'stands' | 'lies'
  private readonly apart: number

  constructor(world: FaultyWorld, timeout: number, alertId: string | null, onTimeout: () => void = () => {}) {
    this.alertId = alertId
    this.began = world.scheduler.now
    const strike = (kind: 'clockStands' | 'clockLies') => {
      const struck = world.chance.happens(world.rates()[kind])
      if (struck) world.strikes.note(kind)
      return struck
    }
    this.clock = strike('clockStands') ? 'stands' : strike('clockLies') ? 'lies' : 'true'
    this.wasHeldUp = this.clock === 'stands'
    this.apart = this.clock === 'lies' ? world.chance.between(-2_000, 2_000) : 0
    this.scheduler = world.scheduler
    this.chance = world.chance
    this.rates = world.rates
    this.strikes = world.strikes
    this.scheduler.after(timeout, () => {
      if (this.alive) {
        this.strikes.note('lambdaTimeout')
        onTimeout()
      }
      this.alive = false
    })
  }

  end() {
    this.alive = false
  }

  /** Wraps a store so that this process remembers which alert it last read. */
  noting(store: Store): Store {
    return {
      ...store,
      getAlertContext: (message, behind) => {
        this.alertId = message.alertId
        return store.getAlertContext(message, behind)
      },
    }
  }

  /** The time according to this process's clock. */
  now(): number {
    return this.clock === 'stands' ? this.began : this.scheduler.now + this.apart
  }

  /** Milliseconds by which the process's clock may be wrong. Checks that depend on times allow for this error. */
  get clockError(): number {
    return this.clock === 'stands' ? this.scheduler.now - this.began : Math.abs(this.apart)
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.scheduler.after(milliseconds, () => {
        if (this.alive) resolve()
      })
    })
  }

  /**
   * Calls a port. The call is sent, carried out and answered, and each of these steps may fail.
   * @param again simulates a client library's own retry after a lost reply, and returns the result of a conditional
   * write that finds its own first attempt; if `again` is missing, a lost reply is an error
   */
  call<T>(carryOut: () => T, again?: () => T): Promise<T> {
    const { chance, scheduler, strikes } = this
    const rates = this.rates()
    return new Promise<T>((resolve, reject) => {
      const strike = (kind: 'crash' | 'pause' | 'failBefore' | 'loseReply') => {
        if (!chance.happens(rates[kind])) return false
        strikes.note(kind)
        return true
      }
      const answer = (give: () => void) => {
        const pause = strike('pause') ? chance.between(1_000, 45_000) : 0
        if (pause > 0) this.wasHeldUp = true
        scheduler.after(chance.between(1, 20) + pause, () => {
          if (this.alive) give()
        })
      }
      if (strike('crash')) {
        if (chance.happens(0.5)) {
          this.end()
          return
        }
        scheduler.after(chance.between(1, 20), () => {
          carryOutQuietly(carryOut)
          this.end()
        })
        return
      }
      if (strike('failBefore')) {
        answer(() => reject(new Error('simulated: the call failed')))
        return
      }
      scheduler.after(chance.between(1, 20), () => {
        let result: T
        try {
          result = carryOut()
        } catch (error) {
          answer(() => reject(error as Error))
          return
        }
        if (!strike('loseReply')) answer(() => resolve(result))
        else if (again) {
          const repeated = again()
          answer(() => resolve(repeated))
        } else answer(() => reject(new Error('simulated: the answer was lost')))
      })
    })
  }
}

const carryOutQuietly = (carryOut: () => unknown) => {
  try {
    carryOut()
  } catch {
    // The process that made the call has already ended.
  }
}
