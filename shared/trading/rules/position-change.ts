import type { PositionChange } from '../../position-change.ts'
import { passed, refused, type RuleResult } from '../rule.ts'

const meanings = {
  open: 'this opens one',
  close: 'this closes it',
  add: 'this adds to it',
} as const

/** What the strategy did decides what its alert means; what cannot be carried out yet trades nothing. */
export const positionChange = ({ kind, from, to }: PositionChange): RuleResult => {
  const actual = `${from} → ${to}`
  const required = 'an entry, an exit or an addition'
  if (kind === 'reverse')
    return refused({
      actual,
      required,
      sentence: `the strategy turned from ${from} to ${to}, and Signalpost does not reverse a position yet: nothing was traded. Close it by an alert of its own, and enter by another`,
    })
  if (kind === 'reduce')
    return refused({
      actual: `${actual}, smaller`,
      required,
      sentence: `the strategy made its ${from} position smaller, and Signalpost does not close a part of a position yet: nothing was traded`,
    })
  return passed({
    actual,
    required,
    sentence: `the strategy went from ${from} to ${to}${from === to ? ', larger' : ''}: ${meanings[kind]}`,
  })
}
