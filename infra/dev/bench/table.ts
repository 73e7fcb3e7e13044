import type { Figure } from './figure.ts'

const shortNumber = (value: number | undefined): string => {
  if (value === undefined) return ''
  if (Number.isInteger(value)) return value.toLocaleString('en-GB')
  return Math.abs(value) < 100
    ? value.toPrecision(3).replace(/\.?0+$/, '')
    : Math.round(value).toLocaleString('en-GB')
}

/** Returns ✓ if the figure is within its target, ~ if it is above its target, and ✗ if it is above its ceiling. */
const markOf = ({ ok, value, target }: Figure) => (ok ? (value > target ? '~' : '✓') : '✗')

const head = ['', 'figure', 'value', 'unit', 'target', 'ceiling', 'floor'] as const
/** Returns the cells of a figure in the order of `head`. */
const cellsOf = (figure: Figure): readonly string[] => [
  markOf(figure),
  figure.name,
  shortNumber(figure.value),
  figure.unit,
  shortNumber(figure.target),
  shortNumber(figure.ceiling),
  shortNumber(figure.floor),
]

export const tableOf = (figures: readonly Figure[]): string => {
  const rows = figures.map(cellsOf)
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const isNumber = (column: number) => column === 2 || column > 3
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const parts = [...new Set(figures.map(({ part }) => part))]
  return parts
    .flatMap((part) => [
      '',
      part,
      line(head),
      ...rows.filter((_, index) => figures[index]?.part === part).map(line),
    ])
    .join('\n')
}
