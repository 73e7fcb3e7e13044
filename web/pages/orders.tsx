import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Order } from '../../shared/dealing.ts'
import { PagedTable } from '../components/data-table/paged-table.tsx'
import { useTablePlace } from '../components/data-table/use-table-place.ts'
import { PageHeader } from '../components/page-header.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { IncompleteSettings } from '../features/broker/incomplete-settings.tsx'
import { useBroker } from '../features/broker/use-broker.ts'
import { orderColumns } from '../features/orders/columns.tsx'
import { DeleteOrder } from '../features/orders/delete-order.tsx'
import { ordersQuery } from '../features/orders/queries.ts'

export const OrdersPage = () => {
  const account = useBroker()
  const place = useTablePlace()
  const orders = useQuery(ordersQuery(place, account?.complete ?? false))
  const [deleting, setDeleting] = useState<Order | null>(null)
  const columns = useMemo(() => orderColumns(setDeleting), [])
  if (!account) return null
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Orders" description="View your open orders" />
      {account.complete ? (
        <>
          <SearchBox
            label="Search orders"
            placeholder="Search orders by IG Epic, Deal ID..."
            value={place.q}
            onChange={place.onSearch}
          />
          <PagedTable
            label="Orders"
            columns={columns}
            rowId={({ dealId }) => dealId}
            query={orders}
            place={place}
            failure="Error loading orders"
          />
          <DeleteOrder account={account} order={deleting} onDone={() => setDeleting(null)} />
        </>
      ) : (
        <IncompleteSettings mode={account.mode} />
      )}
    </div>
  )
}
