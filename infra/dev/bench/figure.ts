import type { Measurement } from './measured.ts'

/** A measured number with its verdict. */
export type Figure = Measurement & { readonly part: string; readonly ok: boolean }

export type Part = {
  /** A description in one line. */
  readonly about: string
  readonly measure: (
    report: (measured: Measurement) => void,
    progress: (line: string) => void,
  ) => Promise<void>
}

/** Judges a measurement. NaN, which means that nothing was measured, never passes. */
export const figureOf = (part: string, measured: Measurement): Figure => ({
  part,
  ...measured,
  ok: Number.isFinite(measured.value) && measured.value <= (measured.ceiling ?? Infinity),
})
