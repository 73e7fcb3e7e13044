/** A random generator with a seed (mulberry32). The same seed always gives the same sequence. */
export class Chance {
  private state: number
  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** A random number in [0, 1). */
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  happens(probability: number): boolean {
    return this.unit() < probability
  }

  between(low: number, high: number): number {
    return low + this.unit() * (high - low)
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  oneOf<T>(items: readonly T[]): T {
    return items[Math.floor(this.unit() * items.length)] as T
  }
}

type Event = { readonly at: number; readonly order: number; readonly run: () => void }

/** Runs events in virtual time, one after another. All promise callbacks of an event run before the next event. */
export class Scheduler {
  now: number
  private readonly events: Event[] = []
  private count = 0
  ran = 0

  constructor(start: number) {
    this.now = start
  }

  after(milliseconds: number, run: () => void) {
    this.push({ at: this.now + Math.max(0, milliseconds), order: this.count++, run })
  }

  at(instant: number, run: () => void) {
    this.after(instant - this.now, run)
  }

  async runUntil(end: number) {
    for (let event = this.events[0]; event && event.at <= end; event = this.events[0]) {
      this.pop()
      this.now = event.at
      this.ran += 1
      event.run()
      await rest()
    }
    this.now = end
  }

  private push(event: Event) {
    const heap = this.events
    let index = heap.push(event) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!earlier(event, heap[parent] as Event)) break
      heap[index] = heap[parent] as Event
      index = parent
    }
    heap[index] = event
  }

  private pop() {
    const heap = this.events
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && earlier(heap[child + 1] as Event, heap[child] as Event)) child += 1
      if (!earlier(heap[child] as Event, last)) break
      heap[index] = heap[child] as Event
      index = child
    }
    heap[index] = last
  }
}

const earlier = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order)

/**
 * Resolves once all promise callbacks have run. Node's next tick comes after them, and needs no turn of the event loop.
 */
const rest = () => new Promise<void>((resolve) => process.nextTick(resolve))

export const timeInLondon = (at: number) =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })
