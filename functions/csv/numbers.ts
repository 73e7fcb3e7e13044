import {
  type DecimalSign,
  decimalSignOf,
  otherSignThan,
  readNumber,
} from '../../shared/platform/number-text.ts'

/** A cell with a number or a date that could be two. */
export class UnclearCell {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

/**
 * Reads the numbers of one file, all with one decimal sign: the one that the file's own numbers tell. If they tell
 * nothing it is the dot in a file delimited by commas. What could be either of two numbers is never guessed.
 * @param cells all the file's numbers
 * @returns a reader, which leaves as it is what is no number
 */
export const csvNumberReader = (cells: readonly string[], delimiter: string) => {
  const signs = new Set(cells.map(decimalSignOf).filter((sign) => sign !== null))
  const isDotFile = delimiter === ',' && (signs.has('.') || signs.size === 0)
  const sign = isDotFile ? '.' : ([...signs][0] ?? null)
  // Decimal commas in a file delimited by commas: 10,000 may be meant either way.
  const isDoubtful = sign === null || (delimiter === ',' && sign === ',')

  return (cell: string): string | UnclearCell => {
    const dot = readNumber('.', cell)
    const comma = readNumber(',', cell)
    if (dot === comma) return dot ?? cell
    const own = decimalSignOf(cell)
    if (own === null && isDoubtful) return new UnclearCell(twoMeanings(cell))
    if (own !== null && own !== sign) return new UnclearCell(otherSign(own, (dot ?? comma) as string))
    return (sign === '.' ? dot : comma) as string
  }
}

/** One digit more makes a group of thousands a decimal part for certain. */
const twoMeanings = (cell: string) => `Ambiguous number. Write ${cell.replace(/\D/, '')} or ${cell}0`

const otherSign = (own: DecimalSign, value: string) =>
  `This file uses a decimal ${own === '.' ? 'comma' : 'point'}. Write ${value.replace('.', otherSignThan[own])}`
