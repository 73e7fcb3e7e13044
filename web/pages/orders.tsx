import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Order } from '../../shared/deals/dealing.schema.ts'
import { PagedTable } from '../components/data-table/paged-table.tsx'
import { useTablePlace } from '../components/data-table/use-table-place.ts'
import { TextLink } from '../components/text-link.tsx'
import { BrokerScreen } from '../components/broker-screen.tsx'
import { OutdatedNote } from '../components/outdated-note.tsx'
import type { BrokerAccount } from '../lib/use-broker.ts'
import { DeleteOrder } from '../features/deals/delete-order.tsx'
import { orderColumns } from '../features/deals/order-columns.tsx'
import { OrderLine } from '../features/deals/deal-lines.tsx'
import { ordersQuery } from '../lib/orders-query.ts'

export const OrdersPage = () => (
  <BrokerScreen title="Orders" description="View your open orders">
    {(account) => <Orders account={account} />}
  </BrokerScreen>
)

const Orders = ({ account }: { readonly account: BrokerAccount }) => {
  const place = useTablePlace()
  const orders = useQuery(ordersQuery(place))
  const [deleting, setDeleting] = useState<Order | null>(null)
  const columns = useMemo(() => orderColumns(setDeleting), [])
  return (
    <>
      <div className="order-last empty:hidden">
        <OutdatedNote answer={orders.data} />
      </div>
      <PagedTable
        label="Orders"
        columns={columns}
        rowId={({ dealId }) => dealId}
        query={orders}
        place={place}
        placeholder="Search orders by IG Epic, Deal ID..."
        failure="Error loading orders"
        line={(order) => <OrderLine order={order} onDelete={setDeleting} />}
        hint={
          <p>
            Limit orders wait here until the market reaches their level.{' '}
            <TextLink to="/dashboard/help">Set up your alerts</TextLink>
          </p>
        }
      />
      <DeleteOrder account={account} order={deleting} onDone={() => setDeleting(null)} />
    </>
  )
}
