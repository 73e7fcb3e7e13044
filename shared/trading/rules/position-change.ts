import type { PositionChange } from '../../alerts/position-change.ts'
import { passed, refused, type InWords, type RuleResult } from '../model/rule.ts'
import type { Decimal } from '../../platform/units.ts'

const meanings = {
  open: 'this opens one',
  close: 'this closes it',
  add: 'this adds to the position',
  reduce: 'this closes part of it',
  reverse: 'this closes it and opens in the opposite direction',
} as const

type PositionChangeFact = Pick<PositionChange, 'kind' | 'from' | 'to'>

/**
 * Finds out what an alert means from the change of its strategy's position.
 * @param percent by which the position shrank, if reported
 */
export const positionChange = (
  { kind, from, to }: PositionChange,
  percent: Decimal | undefined,
): RuleResult<PositionChangeFact> =>
  kind === 'reduce' && percent === undefined ? refused({ kind, from, to }) : passed({ kind, from, to })

export const positionChangeInWords: InWords<PositionChangeFact> = ({ kind, from, to }, hasPassed) => {
  const change = from === to ? `, ${kind === 'add' ? 'larger' : 'smaller'}` : ''
  return {
    actual: `${from} → ${to}${change}`,
    required: 'a complete position change',
    sentence: hasPassed
      ? `the strategy went from ${from} to ${to}${change}: ${meanings[kind]}`
      : `the strategy reduced its ${from} position but doesn’t say by how much. Add position_size and prev_position_size to the alert`,
  }
}
