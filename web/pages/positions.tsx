import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Position } from '../../shared/dealing.ts'
import { PagedTable } from '../components/data-table/paged-table.tsx'
import { useTablePlace } from '../components/data-table/use-table-place.ts'
import { PageHeader } from '../components/page-header.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { IncompleteSettings } from '../features/broker/incomplete-settings.tsx'
import { useBroker } from '../features/broker/use-broker.ts'
import { ClosePosition } from '../features/positions/close-position.tsx'
import { positionColumns } from '../features/positions/columns.tsx'
import { positionsQuery } from '../features/positions/queries.ts'

export const PositionsPage = () => {
  const account = useBroker()
  const place = useTablePlace()
  const positions = useQuery(positionsQuery(place, account?.complete ?? false))
  const [closing, setClosing] = useState<Position | null>(null)
  const columns = useMemo(() => positionColumns(setClosing), [])
  if (!account) return null
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Positions" description="View your open positions" />
      {account.complete ? (
        <>
          <SearchBox
            label="Search positions"
            placeholder="Search by market, IG Epic, Deal ID..."
            value={place.q}
            onChange={place.onSearch}
          />
          <PagedTable
            label="Positions"
            columns={columns}
            rowId={({ dealId }) => dealId}
            query={positions}
            place={place}
            failure="Error loading positions"
          />
          <ClosePosition account={account} position={closing} onDone={() => setClosing(null)} />
        </>
      ) : (
        <IncompleteSettings mode={account.mode} />
      )}
    </div>
  )
}
