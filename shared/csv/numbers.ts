import {
  type DecimalSign,
  decimalSignOf,
  moneyParts,
  otherSignThan,
  readNumber,
} from '../platform/number-text.ts'

/** A cell whose number or date can be read in two ways. */
export class UnclearCell {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

/**
 * Creates a reader for the numbers of one file, which share a decimal separator. The separator is taken from the file's
 * unambiguous numbers. If there are none, it is the dot if commas delimit the file. In any other file, ambiguous
 * numbers are refused.
 * @param cells all number cells of the file
 * @returns a reader that leaves other cells unchanged
 */
export const csvNumberReader = (cells: readonly string[], delimiter: string) => {
  const signs = new Set(cells.map(decimalSignOf).filter((sign) => sign !== null))
  const isDotFile = delimiter === ',' && (signs.has('.') || signs.size === 0)
  const sign = isDotFile ? '.' : ([...signs][0] ?? null)
  // If commas are both the delimiter and the decimal separator, 10,000 has two meanings.
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

/**
 * Creates a reader for the amounts of one file. An amount may have a plus or minus sign or parentheses, and a currency.
 * @param cells all amounts of the file
 * @returns a reader that returns plain signed decimals, or null if the cell is not an amount
 */
export const csvAmountReader = (cells: readonly string[], delimiter: string) => {
  const numberIn = csvNumberReader(
    cells.map((cell) => moneyParts(cell)?.digits ?? ''),
    delimiter,
  )
  return (cell: string): string | null | UnclearCell => {
    const parts = moneyParts(cell)
    if (parts === null) return null
    const read = numberIn(parts.digits)
    if (read instanceof UnclearCell) return read
    if (readNumber('.', read) === null) return null
    return parts.isNegative && /[1-9]/.test(read) ? `-${read}` : read
  }
}

/** Suggests a fourth decimal, because four digits after the separator cannot be a group of thousands. */
const twoMeanings = (cell: string) => `Ambiguous number. Write ${cell.replace(/\D/, '')} or ${cell}0`

const otherSign = (own: DecimalSign, value: string) =>
  `This file uses a decimal ${own === '.' ? 'comma' : 'point'}. Write ${value.replace('.', otherSignThan[own])}`
