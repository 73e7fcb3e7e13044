import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'

const MarketChart = lazy(async () => ({ default: (await import('./market-chart.tsx')).MarketChart }))

const day = 24 * 3_600_000

/** The number of 15-minute bars in a day. */
const barsOfDay = 96

/**
 * Shows an instrument's price chart. The prices are read only when the user requests them, because historical prices
 * count against IG's allowance.
 */
export const InstrumentPrices = ({ epic, mode }: { readonly epic: string; readonly mode: Mode }) => {
  const prices = useMutation({
    mutationFn: () => {
      const now = Date.now()
      return call('getPrices', {
        mode,
        epic,
        length: 'MINUTE_15',
        from: new Date(now - day).toISOString(),
        to: new Date(now).toISOString(),
      })
    },
    onError: toastFailure('Couldn’t load prices'),
  })
  const [first, ...later] = prices.data?.bars ?? []
  return (
    <Card title="Prices" description="IG’s mid prices over the last 24 hours">
      {first ? (
        <Suspense fallback={<div className="h-[10.625rem]" />}>
          <MarketChart bars={[first, ...later]} />
        </Suspense>
      ) : (
        <div className="grid justify-items-start gap-3 text-sm text-muted">
          <p>
            {prices.data
              ? (prices.data.reason ?? 'IG has no prices for this time.')
              : `Loading prices uses about ${barsOfDay} of the price points that IG allows each week.`}
          </p>
          <Button kind="quiet" disabled={prices.isPending} onClick={() => prices.mutate()}>
            {prices.isPending ? 'Loading…' : 'Show prices'}
          </Button>
        </div>
      )}
    </Card>
  )
}
