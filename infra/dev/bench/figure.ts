import type { Measurement } from './measured.ts'

/** A measured number that has passed or failed. */
export type Figure = Measurement & { readonly part: string; readonly ok: boolean }

export type Part = {
  /** A description in one line. */
  readonly about: string
  readonly measure: (
    report: (measured: Measurement) => void,
    progress: (line: string) => void,
  ) => Promise<void>
}

/** Checks a measurement against its ceiling. NaN means that nothing was measured, and never passes. */
export const figureOf = (part: string, measured: Measurement): Figure => ({
  part,
  ...measured,
  ok: Number.isFinite(measured.value) && measured.value <= (measured.ceiling ?? Infinity),
})
