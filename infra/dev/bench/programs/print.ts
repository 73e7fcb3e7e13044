import type { Measurement } from '../measured.ts'

/** Prints a figure in the form that `npm run bench` reads. */
export const print = (measured: Measurement) => process.stdout.write(`${JSON.stringify(measured)}\n`)
