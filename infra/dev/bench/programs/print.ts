import type { Measurement } from '../measured.ts'

/** As `npm run bench` reads a figure from a program's output. */
export const print = (measured: Measurement) => process.stdout.write(`${JSON.stringify(measured)}\n`)
