import type { ResponseOf } from '../../shared/contract/index.ts'
import { formatMoney, formatTwoDecimals, grouped } from '../../shared/platform/figures.ts'

export type Stake = NonNullable<ResponseOf<'tryAlert'>['stake']>

/** Shows an order's size, value, risk and margin. An unknown figure is shown as “Unknown”. */
export const StakeFigures = ({ stake }: { readonly stake: Stake }) => {
  const { size, value, loss, margin, currency } = stake
  const money = (amount: string | null) => {
    if (amount === null) return 'Unknown'
    return currency === null
      ? `${formatTwoDecimals(Number(amount))} in account currency`
      : formatMoney(Number(amount), currency)
  }
  const figures = [
    ['Size', grouped(size)],
    ['Value', money(value)],
    ['Risk at the stop', money(loss)],
    ['Margin at IG', money(margin)],
  ] as const
  return (
    <dl className="grid gap-2 text-sm">
      {figures.map(([name, figure]) => (
        <div key={name} className="flex items-baseline justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right font-medium tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
