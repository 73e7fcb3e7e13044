/** A figure as `npm run bench` reads it from a program's output; see Measured in infra/bench/figure.ts. */
export type Measured = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly target: number
  readonly ceiling?: number
  readonly floor: number
  readonly note?: string
}

export const print = (measured: Measured) => process.stdout.write(`${JSON.stringify(measured)}\n`)

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? NaN) + upper) / 2
}

export const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length
