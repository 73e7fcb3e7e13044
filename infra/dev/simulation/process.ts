import type { Store } from '../../../functions/trading/ports/store.ts'
import type { Chance, Scheduler } from './scheduler.ts'

/** How often each kind of fault strikes at a call of a port, drawn for each seed. */
export type FaultRates = {
  /** The process ends: before the call is sent, or after it is carried out. */
  readonly crash: number
  /** The process stands still, for up to 45 seconds. */
  readonly pause: number
  /** The call fails without being carried out. */
  readonly failBefore: number
  /** The call is carried out, but its answer is lost. */
  readonly loseReply: number
  /** A queue message reaches two processes. */
  readonly duplicateDelivery: number
  /** An order's request or reply is lost, or it is carried out late. */
  readonly orderTrouble: number
  readonly orderRejected: number
  /** Single reads of the broker fail, and all reads fail for minutes. */
  readonly readTrouble: number
  readonly outage: number
  /** An outage that lasts longer than the time after which a review is needed. */
  readonly longOutage: number
  /** The broker's lists and history lag by minutes. */
  readonly listsLate: number
  readonly historyLate: number
  /** A close or deletion of an existing deal is refused for some seconds after its opening. */
  readonly transientRefusal: number
  readonly partialFill: number
  /** None of our processes runs for longer than a review takes. */
  readonly standstill: number
  /** A process's clock stands still, or is wrong by some seconds. */
  readonly clockStands: number
  readonly clockLies: number
  /** An alert on which the executor always fails. */
  readonly poison: number
  /** An alert’s ID is used again after the thirty days for which it is remembered. */
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

/** Counts the faults that struck in a run. A simulation without faults proves nothing. */
export class Strikes {
  readonly kinds = new Set<FaultKind>()
  note(kind: FaultKind) {
    this.kinds.add(kind)
  }
}

/** A Lambda invocation. Once dead, nothing that it awaits ever answers. */
export class Process {
  alive = true
  private readonly scheduler: Scheduler
  private readonly chance: Chance
  private readonly rates: () => FaultRates
  readonly strikes: Strikes
  /** The alert that it last read to work on; null if none. */
  alertId: string | null
  /** Whether its time was taken by a pause or by an unanswered order, or its clock cannot tell. */
  wasHeldUp: boolean
  /** Whether it does something for a user instead of an alert. */
  isByHand = false
  private readonly began: number
  private readonly clock: 'true' | 'stands' | 'lies'
  private readonly apart: number

  constructor(
    world: { scheduler: Scheduler; chance: Chance; rates: () => FaultRates; strikes: Strikes },
    timeout: number,
    alertId: string | null,
    onTimeout: () => void = () => {},
  ) {
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

  /** The same store, which records the alert on which this process works. */
  noting(store: Store): Store {
    return {
      ...store,
      getAlertContext: (message, behind) => {
        this.alertId = message.alertId
        return store.getAlertContext(message, behind)
      },
    }
  }

  /** The time by this process's clock. */
  now(): number {
    return this.clock === 'stands' ? this.began : this.scheduler.now + this.apart
  }

  /** By how many milliseconds its clock may be wrong. Guarantees that depend on clocks are extended by it. */
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
   * A call of a port: it is sent, carried out, and answered; each part may fail.
   * @param again the result of a client library's own retry after the first answer was lost (a conditional write finds
   * its own write); without it a lost answer is an error
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
    // The caller has ended.
  }
}
