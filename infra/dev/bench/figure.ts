import type { Measurement } from './measured.ts'

/** One measured number, judged. */
export type Figure = Measurement & { readonly part: string; readonly ok: boolean }

export type Part = {
  /** What it measures, in one line. */
  readonly about: string
  readonly measure: (
    report: (measured: Measurement) => void,
    progress: (line: string) => void,
  ) => Promise<void>
}

/** A number that is none (nothing was measured) is never ok. */
export const figureOf = (part: string, measured: Measurement): Figure => ({
  part,
  ...measured,
  ok: Number.isFinite(measured.value) && measured.value <= (measured.ceiling ?? Infinity),
})
