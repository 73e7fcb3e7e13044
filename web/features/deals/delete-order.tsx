import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../lib/toast.ts'
import type { Order } from '../../../shared/deals/dealing.schema.ts'
import type { RequestOf } from '../../../shared/contract/index.ts'
import { call } from '../../lib/api.ts'
import { toastCouldNot } from '../../lib/failures.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'
import { DealDialog } from '../../components/deal-dialog.tsx'
import { statsKey } from '../../lib/stats-query.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { marketOf } from '../../lib/market-of.ts'
import { ordersKey } from '../../lib/orders-query.ts'

type Props = {
  readonly account: BrokerAccount
  /** The order to delete; null while the dialog is closed. */
  readonly order: Order | null
  readonly onDone: () => void
}

export const DeleteOrder = ({ account, order, onDone }: Props) => {
  const { mode, accountId } = account
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (request: RequestOf<'deleteOrder'>) => call('deleteOrder', request),
    onSuccess: () => toast.success('Order deleted successfully'),
    onError: toastCouldNot('delete order'),
    onSettled: () => {
      onDone()
      void queries.invalidateQueries({ queryKey: statsKey })
      void queries.invalidateQueries({ queryKey: ordersKey })
    },
  })
  return (
    <DealDialog
      title="Delete order"
      account={account}
      action="Delete order"
      busyText="Deleting..."
      open={order !== null}
      busy={remove.isPending}
      onCancel={onDone}
      onConfirm={() => order && remove.mutate({ dealId: order.dealId, mode, accountId })}
    >
      {order && (
        <>
          This deletes the working order {order.direction} {formatNumber(order.size)}{' '}
          <span className="font-medium text-ink">{marketOf(order)}</span> at {formatNumber(order.entryLevel)}.
          It will no longer be filled.
        </>
      )}
    </DealDialog>
  )
}
