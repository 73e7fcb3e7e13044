import { nice } from 'd3-array'

export type LinearScale = (value: number) => number

type Range = readonly [number, number]

/** Maps values to pixels linearly. d3-scale could do this too, but it is larger than both charts together. */
export const linearScale = ([least, most]: Range, [from, to]: Range): LinearScale => {
  const perUnit = (to - from) / (most - least)
  return (value) => from + (value - least) * perUnit
}

/** Widens a range so that both ends are round numbers. The range then has about this number of steps. */
export const rounded = ([least, most]: Range, steps: number): Range => {
  const [from, to] = nice(least, most, steps)
  return [from, to]
}
