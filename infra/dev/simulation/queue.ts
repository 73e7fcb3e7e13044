import { pauseAfter, queueTimes } from '../../../shared/queue-times.ts'
import type { AlertMessage, Queue } from '../../../functions/trading/ports.ts'
import type { FaultRates, Process, Strikes } from './process.ts'
import type { Chance, Scheduler } from './scheduler.ts'

type Message = {
  readonly body: AlertMessage
  readonly group: string
  receives: number
  visibleAt: number
  gone: boolean
}

/**
 * What a consumer gives back: `done` deletes the message, `later` brings it back soon or after so many seconds, nothing
 * brings it back late.
 */
export type Consume = (
  message: { readonly body: AlertMessage; readonly receives: number },
  done: () => void,
  later: (seconds?: number) => void,
) => void

const deduplication = 5 * 60_000
const visibility = queueTimes.visibility * 1_000

/** A FIFO queue as SQS keeps it: groups in order, five minutes of de-duplication, visibility, dead letters. */
export class SimQueue {
  private readonly messages: Message[] = []
  private readonly seen = new Map<string, number>()
  readonly bodies: string[] = []
  private readonly world: { scheduler: Scheduler; chance: Chance; rates: () => FaultRates; strikes: Strikes }
  private readonly execute: Consume
  private readonly bury: Consume

  constructor(
    world: { scheduler: Scheduler; chance: Chance; rates: () => FaultRates; strikes: Strikes },
    execute: Consume,
    bury: Consume,
  ) {
    this.world = world
    this.execute = execute
    this.bury = bury
  }

  portFor(process: Process): Queue {
    return { send: (body, deduplicationId) => process.call(() => this.put(body, deduplicationId)) }
  }

  private put(body: AlertMessage, deduplicationId: string) {
    const { scheduler } = this.world
    this.bodies.push(JSON.stringify(body))
    if (scheduler.now - (this.seen.get(deduplicationId) ?? -Infinity) < deduplication) return
    this.seen.set(deduplicationId, scheduler.now)
    this.messages.push({
      body,
      group: `${body.userId}-${body.mode}`,
      receives: 0,
      visibleAt: scheduler.now,
      gone: false,
    })
    scheduler.after(this.world.chance.between(5, 60), () => this.pump())
  }

  /** Hands out the first message of each group, unless it is still being worked on. */
  private pump() {
    const { scheduler, chance, strikes } = this.world
    const busy = new Set<string>()
    for (const message of this.messages) {
      if (message.gone || busy.has(message.group)) continue
      busy.add(message.group)
      if (message.visibleAt > scheduler.now) continue
      if (message.receives >= queueTimes.receives) {
        strikes.note('deadLetter')
        message.gone = true
        busy.delete(message.group)
        this.buryUntilDone(message.body)
        continue
      }
      message.receives += 1
      message.visibleAt = scheduler.now + visibility
      scheduler.after(visibility, () => this.pump())
      this.deliver(message)
      if (chance.happens(this.world.rates().duplicateDelivery)) {
        strikes.note('duplicateDelivery')
        scheduler.after(chance.between(0, 2_000), () => this.deliver(message))
      }
    }
  }

  private deliver(message: Message) {
    const { body, receives } = message
    this.execute(
      { body, receives },
      () => {
        message.gone = true
        this.pump()
      },
      (seconds = pauseAfter(message.receives)) => {
        const pause = seconds * 1_000
        message.visibleAt = this.world.scheduler.now + pause
        this.world.scheduler.after(pause, () => this.pump())
      },
    )
  }

  private buryUntilDone(body: AlertMessage) {
    let done = false
    const tryAgain = () => {
      if (!done) this.world.scheduler.after(visibility, () => this.buryUntilDone(body))
    }
    this.bury(
      { body, receives: 1 },
      () => (done = true),
      () => {},
    )
    tryAgain()
  }
}
