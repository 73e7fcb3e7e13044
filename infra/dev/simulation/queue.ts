import { pauseAfter, queueTimes } from '../../../shared/platform/queue-times.ts'
import type { AlertMessage } from '../../../functions/trading/ports/alert-record.ts'
import type { Queue } from '../../../functions/trading/ports/ports.ts'
import type { FaultyWorld, Process } from './process.ts'

type Message = {
  readonly body: AlertMessage
  readonly group: string
  receives: number
  visibleAt: number
  gone: boolean
}

/**
 * A delivered message and what its consumer can do with it. If the consumer does nothing, the message is delivered
 * again after its visibility timeout.
 */
export type Handed = {
  readonly body: AlertMessage
  readonly receives: number
  readonly done: () => void
  /** Makes the message visible again, after a number of seconds or a default pause. */
  readonly later: (seconds?: number) => void
}

/** Handles messages of one group, which come in order. */
export type Consume = (messages: readonly Handed[]) => void

const deduplication = 5 * 60_000
const visibility = queueTimes.visibility * 1_000

/** A FIFO queue like SQS, with ordered groups, five minutes of deduplication, visibility timeouts and dead letters. */
export class SimQueue {
  private readonly messages: Message[] = []
  private readonly seen = new Map<string, number>()
  readonly bodies: string[] = []
  private readonly world: FaultyWorld
  private readonly execute: Consume
  private readonly bury: Consume

  constructor(world: FaultyWorld, execute: Consume, bury: Consume) {
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

  /** Delivers the first messages of each group that has no message in flight. */
  private pump() {
    const { scheduler, chance, strikes } = this.world
    const waiting = this.messages.filter(({ gone }) => !gone)
    for (const all of Map.groupBy(waiting, ({ group }) => group).values()) {
      if (all.some(({ visibleAt }) => visibleAt > scheduler.now)) continue
      const batch = all.slice(0, chance.whole(1, queueTimes.batch))
      if (batch.some(({ receives }) => receives >= queueTimes.receives)) {
        strikes.note('deadLetter')
        for (const message of batch) {
          message.gone = true
          this.buryUntilDone(message.body)
        }
        continue
      }
      for (const message of batch) {
        message.receives += 1
        message.visibleAt = scheduler.now + visibility
      }
      scheduler.after(visibility, () => this.pump())
      this.deliver(batch)
      if (chance.happens(this.world.rates().duplicateDelivery)) {
        strikes.note('duplicateDelivery')
        scheduler.after(chance.between(0, 2_000), () => this.deliver(batch))
      }
    }
  }

  private deliver(messages: readonly Message[]) {
    this.execute(
      messages.map((message) => ({
        body: message.body,
        receives: message.receives,
        done: () => {
          message.gone = true
          this.pump()
        },
        later: (seconds = pauseAfter(message.receives)) => {
          const pause = seconds * 1_000
          message.visibleAt = this.world.scheduler.now + pause
          this.world.scheduler.after(pause, () => this.pump())
        },
      })),
    )
  }

  private buryUntilDone(body: AlertMessage) {
    let done = false
    const tryAgain = () => {
      if (!done) this.world.scheduler.after(visibility, () => this.buryUntilDone(body))
    }
    this.bury([{ body, receives: 1, done: () => (done = true), later: () => {} }])
    tryAgain()
  }
}
