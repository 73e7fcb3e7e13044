import { readFileSync } from 'node:fs'

/**
 * This file is preloaded into the local cloud (`node --import`). It shifts the clock of the process and all its threads
 * by the milliseconds in the file `CLOCK_FILE`. A test can then simulate a month in minutes.
 */
const file = process.env.CLOCK_FILE
const machine = Date
/** Milliseconds after which the file is read again. */
const freshFor = 10
let offset = 0
let readAt = -Infinity

const now = () => {
  const asked = performance.now()
  if (file !== undefined && asked - readAt > freshFor) {
    offset = Number(readFileSync(file, 'utf8'))
    // Stores the time before the read, because a thread that was delayed would otherwise trust an old value for too
    // long.
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
