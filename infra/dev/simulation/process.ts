import type { Store } from '../../../functions/trading/ports/store.ts'
import type { Chance, Scheduler } from './scheduler.ts'

/** How often each kind of fault strikes at one call of a port, drawn separately for each seed. */
export type FaultRates = {
  /** The process ends: before the call left, or after it was carried out. */
  readonly crash: number
  /** The process stands still, for up to 45 seconds. */
  readonly pause: number
  /** The call fails and was not carried out. */
  readonly failBefore: number
  /** The call is carried out and its answer lost. */
  readonly loseReply: number
  /** A queue message reaches two processes. */
  readonly duplicateDelivery: number
  /** An order's request or reply is lost, or carried out late. */
  readonly orderTrouble: number
  readonly orderRejected: number
  /** The broker's reads fail one by one, and for minutes on end. */
  readonly readTrouble: number
  readonly outage: number
  /** An outage longer than the time after which a person must look. */
  readonly longOutage: number
  /** The broker's lists, and its history, show things minutes late. */
  readonly listsLate: number
  readonly historyLate: number
  /** A close or delete is refused although the deal is there, for some seconds after its opening. */
  readonly transientRefusal: number
  /** A close or a working order is filled in part. */
  readonly partialFill: number
  /** Nothing of ours runs for longer than a review takes. */
  readonly standstill: number
  /** A process whose clock stands still, or is some seconds apart. */
  readonly clockStands: number
  readonly clockLies: number
  /** An alert on which the executor fails each time. */
  readonly poison: number
  /** An id that comes back after its thirty days. */
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

/** Counts which faults struck in this run: a simulation that never crashes anything proves nothing. */
export class Strikes {
  readonly kinds = new Set<FaultKind>()
  note(kind: FaultKind) {
    this.kinds.add(kind)
  }
}

/** One Lambda invocation. Dead: nothing that it awaits ever answers. */
export class Process {
  alive = true
  private readonly scheduler: Scheduler
  private readonly chance: Chance
  private readonly rates: () => FaultRates
  readonly strikes: Strikes
  /** The alert that it read last, to work on; null if it read none. */
  alertId: string | null
  /** Not its work took its time: a pause did, or an order that IG never answered. Or its clock cannot tell. */
  wasHeldUp: boolean
  /** It does what a person asked for, and not an alert. */
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

  /** The same store, which notes on which alert this process works. */
  noting(store: Store): Store {
    return {
      ...store,
      getAlertContext: (message, behind) => {
        this.alertId = message.alertId
        return store.getAlertContext(message, behind)
      },
    }
  }

  /** What this process takes the time to be. */
  now(): number {
    return this.clock === 'stands' ? this.began : this.scheduler.now + this.apart
  }

  /** How far its clock may be from the time, in milliseconds: the guarantees that rest on clocks widen by it. */
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
   * One call of a port: it travels, is carried out, and its answer travels back; each part may fail.
   * @param again what a client library's own retry would see after the first answer was lost (a conditional write
   *   finds its own write); without it a lost answer is an error
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
    // The caller is gone.
  }
}
