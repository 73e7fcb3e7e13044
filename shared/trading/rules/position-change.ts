import type { PositionChange } from '../../alerts/position-change.ts'
import { passed, refused, type RuleResult } from '../model/rule.ts'
import type { Decimal } from '../../platform/units.ts'

const meanings = {
  open: 'this opens one',
  close: 'this closes it',
  add: 'this adds to the position',
  reduce: 'this closes part of it',
  reverse: 'this closes it and opens in the opposite direction',
} as const

/** What the strategy did decides what its alert means. @param percent by which it became smaller, if it says */
export const positionChange = (
  { kind, from, to }: PositionChange,
  percent: Decimal | undefined,
): RuleResult => {
  const change = from === to ? `, ${kind === 'add' ? 'larger' : 'smaller'}` : ''
  const actual = `${from} → ${to}${change}`
  const required = 'a complete position change'
  return kind === 'reduce' && percent === undefined
    ? refused({
        actual,
        required,
        sentence: `the strategy reduced its ${from} position but doesn’t say by how much. Add position_size and prev_position_size to the alert`,
      })
    : passed({
        actual,
        required,
        sentence: `the strategy went from ${from} to ${to}${change}: ${meanings[kind]}`,
      })
}
