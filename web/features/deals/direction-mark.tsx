import type { Direction } from '../../../shared/deals/dealing.schema.ts'

/** An arrow up for a buy and down for a sell, as small as a dot; the word stands beside it. */
export const DirectionMark = ({ direction }: { readonly direction: Direction }) => (
  <span className="text-[0.5rem] text-muted">{directionMarks[direction]}</span>
)

export const directionMarks: Readonly<Record<Direction, string>> = { BUY: '▲', SELL: '▼' }
