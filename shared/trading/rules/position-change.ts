import type { PositionChange } from '../../position-change.ts'
import { passed, refused, type RuleResult } from '../rule.ts'
import type { Decimal } from '../../units.ts'

const meanings = {
  open: 'this opens one',
  close: 'this closes it',
  add: 'this adds to it',
  reduce: 'this closes a part of it',
  reverse: 'this closes it and opens the other way',
} as const

/** What the strategy did decides what its alert means. @param percent by which it became smaller, where it says */
export const positionChange = (
  { kind, from, to }: PositionChange,
  percent: Decimal | undefined,
): RuleResult => {
  const change = from === to ? `, ${kind === 'add' ? 'larger' : 'smaller'}` : ''
  const actual = `${from} → ${to}${change}`
  const required = 'a change that says enough'
  return kind === 'reduce' && percent === undefined
    ? refused({
        actual,
        required,
        sentence: `the strategy made its ${from} position smaller and does not say by how much: send position_size and prev_position_size`,
      })
    : passed({
        actual,
        required,
        sentence: `the strategy went from ${from} to ${to}${change}: ${meanings[kind]}`,
      })
}
