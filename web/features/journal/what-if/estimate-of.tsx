import type { Currency } from '../../../../shared/platform/figures.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Mode } from '../../../../shared/accounts/user.schema.ts'
import type { SidedBar } from '../../../../shared/journal/price-bars.schema.ts'
import type { Estimate } from '../../../../shared/journal/what-if/estimate.ts'
import { Button } from '../../../components/button.tsx'
import { inMinutes, readPrices } from './queries.ts'
import { estimateInWords } from './words.ts'

type Props = {
  readonly mode: Mode
  readonly currency: Currency
  readonly prices: { readonly epic: string; readonly from: number }
  readonly estimate: Estimate | undefined
  readonly onBars: (bars: readonly SidedBar[]) => void
}

/**
 * Shows the order's estimated result at IG’s prices. If a 15-minute bar reached both the stop and the limit, the minute
 * bars are read to see which came first.
 */
export const EstimateOf = ({ mode, currency, prices: { epic, from }, estimate, onBars }: Props) => {
  const bars = useRef<readonly SidedBar[]>([])
  const refined = useRef(false)
  const read = useMutation({
    mutationFn: (at: number | null) =>
      at === null ? readPrices(mode, epic, from) : inMinutes(mode, epic, bars.current, at),
    onSuccess: (found) => {
      bars.current = found
      onBars(found)
    },
  })
  const { mutate } = read
  useEffect(() => {
    if (estimate?.kind !== 'estimated' || estimate.by !== 'both' || refined.current) return
    refined.current = true
    mutate(estimate.at)
  }, [estimate, mutate])
  return (
    <div className="grid gap-2 text-sm">
      {estimate ? (
        <p role="status">{estimateInWords(estimate, currency)}</p>
      ) : (
        <Button kind="quiet" className="w-fit" disabled={read.isPending} onClick={() => mutate(null)}>
          Estimate the result from IG’s prices
        </Button>
      )}
      {read.error && <p className="text-bad">Couldn’t estimate the result: {read.error.message}</p>}
      <p className="text-muted">
        An estimate reads up to two days of IG’s bid and ask prices. That uses about 200 of the 2,000 data
        points available for charts and estimates each week.
      </p>
    </div>
  )
}
