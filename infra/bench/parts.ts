import type { Part } from './figure.ts'

/** Every part, in the order in which they run. */
export const parts: Readonly<Record<string, () => Promise<{ readonly part: Part }>>> = {
  counts: () => import('./parts/counts.ts'),
  data: () => import('./parts/data.ts'),
}
