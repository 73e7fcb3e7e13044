import { useMutation } from '@tanstack/react-query'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { ResponseOf } from '../../../shared/contract/index.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { StakeFigures } from '../../components/stake-figures.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { worded } from '../../lib/format.ts'

type Tried = ResponseOf<'tryAlert'>
type Props = { readonly market: string; readonly mode: Mode }

/**
 * Tries a BUY and a SELL without a strategy at IG's current price. The second trial reuses the data read for the first
 * one.
 */
const tryBoth = async ({ market, mode }: Props) => {
  const { price } = await call('getLivePrice', { market, mode })
  if (price === null) return { price }
  // The settings are read again, because the cached secrets may be masked.
  const { demoWebhookSecret, liveWebhookSecret } = await call('getSettings', {})
  const secret = mode === 'LIVE' ? liveWebhookSecret : demoWebhookSecret
  // Without a time, a maximum alert age would refuse both.
  const time = new Date().toISOString()
  const tried = (action: 'BUY' | 'SELL') =>
    call('tryAlert', { mode, alert: JSON.stringify({ secret, market, action, price, time }) })
  const buy = await tried('BUY')
  return { price, buy, sell: await tried('SELL') }
}

/**
 * Shows the order that an alert would place now. The trial starts only when the user requests it, because it reads the
 * price, the account and its deals from IG.
 */
export const AlertToday = (props: Props) => {
  const trial = useMutation({
    mutationFn: () => tryBoth(props),
    onError: toastFailure('Couldn’t work out an order'),
  })
  const { data } = trial
  return (
    <Card
      title="What one alert would open"
      description="By your settings of today, without a strategy. Nothing is placed"
    >
      {data && (
        <div role="status" className="grid gap-4 text-sm">
          {data.price === null ? (
            <p>IG has no price for this market right now, so size, risk and margin are unknown.</p>
          ) : (
            <Both {...data} />
          )}
        </div>
      )}
      <Button kind="quiet" className="w-fit" disabled={trial.isPending} onClick={() => trial.mutate()}>
        {trial.isPending ? 'Working out...' : data ? 'Work out again' : 'Work out an order'}
      </Button>
    </Card>
  )
}

type BothProps = { readonly price: string; readonly buy: Tried; readonly sell: Tried }

const Both = ({ price, buy, sell }: BothProps) => {
  const isSame = buy.stake !== null && JSON.stringify(buy.stake) === JSON.stringify(sell.stake)
  return (
    <>
      <p className="text-muted">At a price of {price}</p>
      <Side title={isSame ? 'BUY or SELL' : 'BUY'} tried={buy} />
      {!isSame && <Side title="SELL" tried={sell} />}
    </>
  )
}

const Side = ({
  title,
  tried: { stake, sentence, outcome },
}: {
  readonly title: string
  readonly tried: Tried
}) => (
  <section aria-label={title} className="grid gap-2">
    <h3 className="font-semibold">{title}</h3>
    {stake && <StakeFigures stake={stake} />}
    {outcome !== 'WOULD_PLACE' && <p className="break-words">{worded(sentence)}</p>}
  </section>
)
