import type { Part } from './figure.ts'

/** Every part, in the order in which they are shown. A run of all parts leaves `quick` out: `counts` has it. */
export const parts: Readonly<Record<string, () => Promise<{ readonly part: Part }>>> = {
  quick: () => import('./parts/quick.ts'),
  counts: () => import('./parts/counts.ts'),
  data: () => import('./parts/data.ts'),
  journal: () => import('./parts/journal.ts'),
  clocks: () => import('./parts/clocks.ts'),
  bursts: () => import('./parts/bursts.ts'),
  allowance: () => import('./parts/allowance.ts'),
  load: () => import('./parts/load.ts'),
  faults: () => import('./parts/faults.ts'),
  soak: () => import('./parts/soak.ts'),
}

/**
 * One group after another; within a group in parallel: what counts calls or memory does not mind who else has the
 * processor, and what measures time wants it alone.
 */
export const groups: readonly (readonly string[])[] = [
  ['quick'],
  ['counts', 'data', 'journal', 'allowance', 'soak'],
  ['clocks'],
  ['bursts'],
  ['load'],
  ['faults'],
]
