import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../lib/toast.ts'
import type { Position } from '../../shared/deals/dealing.schema.ts'
import type { RequestOf } from '../../shared/contract/index.ts'
import { call } from '../lib/api.ts'
import { toastCouldNot } from '../lib/failures.ts'
import { formatLevel, formatNumber, formatMoney } from '../../shared/platform/figures.ts'
import { DealDialog } from './deal-dialog.tsx'
import { statsKey } from '../lib/stats-query.ts'
import type { BrokerAccount } from '../lib/use-broker.ts'
import { marketOf } from '../lib/market-of.ts'
import { positionsKey } from '../lib/positions-query.ts'
import { useCurrency } from '../lib/use-currency.ts'

type Props = {
  readonly account: BrokerAccount
  /** The position to close; null while the dialog is closed. */
  readonly position: Position | null
  readonly onDone: () => void
}

export const ClosePosition = ({ account, position, onDone }: Props) => {
  const { mode, accountId } = account
  const queries = useQueryClient()
  const currency = useCurrency()
  const close = useMutation({
    mutationFn: (request: RequestOf<'closePosition'>) => call('closePosition', request),
    onSuccess: ({ status, message }) =>
      status === 'PARTIALLY_CLOSED'
        ? toast.warning(message)
        : toast.success('Position closed successfully', { description: message }),
    onError: toastCouldNot('close position'),
    onSettled: () => {
      onDone()
      void queries.invalidateQueries({ queryKey: statsKey })
      void queries.invalidateQueries({ queryKey: positionsKey })
    },
  })
  return (
    <DealDialog
      title="Close position"
      account={account}
      action="Close position"
      busyText="Closing..."
      open={position !== null}
      busy={close.isPending}
      onCancel={onDone}
      onConfirm={() => position && close.mutate({ dealId: position.dealId, mode, accountId })}
    >
      {position && (
        <>
          This closes your {position.direction} {formatNumber(position.size)} position in{' '}
          <span className="font-medium text-ink">{marketOf(position)}</span>, opened at{' '}
          {formatLevel(position.openLevel)}, at the market price.
          {position.profitLoss !== null &&
            ` At the latest price, that is a ${position.profitLoss < 0 ? 'loss' : 'profit'} of ${formatMoney(Math.abs(position.profitLoss), currency)}.`}
        </>
      )}
    </DealDialog>
  )
}
