import { nice } from 'd3-array'

export type LinearScale = (value: number) => number

type Range = readonly [number, number]

/** From values to pixels, along a straight line. d3-scale does this too, and weighs more than both charts. */
export const linearScale = ([least, most]: Range, [from, to]: Range): LinearScale => {
  const perUnit = (to - from) / (most - least)
  return (value) => from + (value - least) * perUnit
}

/** The values widened so that both ends are round for about the given number of steps. */
export const rounded = ([least, most]: Range, steps: number): Range => {
  const [from, to] = nice(least, most, steps)
  return [from, to]
}
