import type { Part } from './figure.ts'

/** Every part, in the order in which they run. */
export const parts: Readonly<Record<string, () => Promise<{ readonly part: Part }>>> = {
  counts: () => import('./parts/counts.ts'),
  data: () => import('./parts/data.ts'),
  clocks: () => import('./parts/clocks.ts'),
  load: () => import('./parts/load.ts'),
  faults: () => import('./parts/faults.ts'),
  soak: () => import('./parts/soak.ts'),
}
