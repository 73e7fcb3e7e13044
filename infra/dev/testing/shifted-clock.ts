import { readFileSync } from 'node:fs'

/**
 * Preloaded into the local cloud (`node --import`): in its process and all its threads the clock is ahead of the machine's
 * by the milliseconds that the file `CLOCK_FILE` holds. So a test plays a month in minutes.
 */
const file = process.env.CLOCK_FILE
const machine = Date
/** Milliseconds for which a reading of the file is good. */
const freshFor = 10
let offset = 0
let readAt = -Infinity

const now = () => {
  const asked = performance.now()
  if (file !== undefined && asked - readAt > freshFor) {
    offset = Number(readFileSync(file, 'utf8'))
    // Not the moment after: a thread that had to wait in between would trust an old reading for longer.
    readAt = asked
  }
  return machine.now() + offset
}

globalThis.Date = new Proxy(machine, {
  construct: (target, args: [], newTarget) =>
    args.length === 0 ? new target(now()) : (Reflect.construct(target, args, newTarget) as Date),
  apply: () => new machine(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})
