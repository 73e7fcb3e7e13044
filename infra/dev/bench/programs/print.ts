import type { Measured } from '../measured.ts'

/** As `npm run bench` reads a figure from a program's output. */
export const print = (measured: Measured) => process.stdout.write(`${JSON.stringify(measured)}\n`)
