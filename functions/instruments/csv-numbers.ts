type Sign = '.' | ','
const otherThan = { '.': ',', ',': '.' } as const

/** Blanks (also no-break, narrow no-break and thin ones) and apostrophes: spreadsheets group digits by any of these. */
const grouping = " \u00a0\u202f\u2009'\u2019"

/** A group never begins with 0: what has a comma in 0,001 can only be its decimals. */
const shapeWith = (sign: Sign) =>
  new RegExp(
    `^(\\d+|[1-9]\\d{0,2}([${otherThan[sign]}${grouping}])\\d{3}(?:\\2\\d{3})*)(?:[${sign}](\\d+))?$`,
  )
const shapes = { '.': shapeWith('.'), ',': shapeWith(',') }

/** @returns the number in plain digits, or null if it is none with this decimal sign */
const readWith = (sign: Sign, cell: string): string | null => {
  const [, whole, , decimals] = shapes[sign].exec(cell) ?? []
  if (whole === undefined) return null
  return whole.replaceAll(/\D/g, '') + (decimals === undefined ? '' : `.${decimals}`)
}

/** The decimal sign that a cell has beyond doubt: `,` in 0,5 and 1.234,5 and 1.234.567, none in 10.000 or 500. */
const signOf = (cell: string): Sign | null => {
  const [dot, comma] = [readWith('.', cell), readWith(',', cell)]
  if ((dot === null) === (comma === null)) return null
  return comma === null ? '.' : ','
}

/** A cell with a number that is not certain. */
export class UnclearNumber {
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
export const csvNumberReader = (cells: readonly string[], delimiter: ',' | ';') => {
  const signs = new Set(cells.map(signOf).filter((sign) => sign !== null))
  const isDotFile = delimiter === ',' && (signs.has('.') || signs.size === 0)
  const sign = isDotFile ? '.' : ([...signs][0] ?? null)
  // Decimal commas in a file delimited by commas: 10,000 may be meant either way.
  const isDoubtful = sign === null || (delimiter === ',' && sign === ',')

  return (cell: string): string | UnclearNumber => {
    const dot = readWith('.', cell)
    const comma = readWith(',', cell)
    if (dot === comma) return dot ?? cell
    const own = signOf(cell)
    if (own === null && isDoubtful) return new UnclearNumber(twoMeanings(cell))
    if (own !== null && own !== sign) return new UnclearNumber(otherSign(own, (dot ?? comma) as string))
    return (sign === '.' ? dot : comma) as string
  }
}

/** One digit more makes a group of thousands a decimal part for certain. */
const twoMeanings = (cell: string) => `Ambiguous number. Write ${cell.replace(/\D/, '')} or ${cell}0`

const otherSign = (own: Sign, value: string) =>
  `This file uses a decimal ${own === '.' ? 'comma' : 'point'}. Write ${value.replace('.', otherThan[own])}`
