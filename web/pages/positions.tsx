import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Position } from '../../shared/deals/dealing.schema.ts'
import { PagedTable } from '../components/data-table/paged-table.tsx'
import { useTablePlace } from '../components/data-table/use-table-place.ts'
import { TextLink } from '../components/text-link.tsx'
import { BrokerScreen } from '../components/broker-screen.tsx'
import { OutdatedNote } from '../components/outdated-note.tsx'
import type { BrokerAccount } from '../lib/use-broker.ts'
import { ClosePosition } from '../components/close-position.tsx'
import { OpenedDeal, useOpenedDeal } from '../features/journal/opened-deal.tsx'
import { positionColumns } from '../features/deals/position-columns.tsx'
import { PositionLine } from '../features/deals/deal-lines.tsx'
import { PositionsTotal } from '../features/deals/positions-total.tsx'
import { useCurrency } from '../lib/use-currency.ts'
import { positionsQuery } from '../lib/positions-query.ts'

export const PositionsPage = () => (
  <BrokerScreen title="Positions" description="View your open positions">
    {(account) => <Positions account={account} />}
  </BrokerScreen>
)

const Positions = ({ account }: { readonly account: BrokerAccount }) => {
  const place = useTablePlace()
  const positions = useQuery(positionsQuery(place))
  const [closing, setClosing] = useState<Position | null>(null)
  const { open } = useOpenedDeal()
  const currency = useCurrency()
  const columns = useMemo(() => positionColumns(setClosing, currency), [currency])
  const shown = positions.data?.results ?? []
  return (
    <>
      {/* On a phone the note appears below the list, so that no row moves. */}
      <div className="-my-2 flex min-h-10 items-center justify-between gap-6 max-md:contents">
        <PositionsTotal answer={positions.data} currency={currency} />
        <div className="order-last empty:hidden">
          <OutdatedNote answer={positions.data} />
        </div>
      </div>
      <PagedTable
        label="Positions"
        columns={columns}
        rowId={({ dealId }) => dealId}
        query={positions}
        place={place}
        placeholder="Search by market, IG Epic, Deal ID..."
        failure="Error loading positions"
        onRow={({ dealId }) => open(dealId)}
        line={(position) => <PositionLine position={position} currency={currency} onClose={setClosing} />}
        hint={
          <p>
            Open positions on your IG account appear here.{' '}
            <TextLink to="/dashboard/help">Set up your alerts</TextLink>
          </p>
        }
      />
      <ClosePosition account={account} position={closing} onDone={() => setClosing(null)} />
      <OpenedDeal listed={shown} />
    </>
  )
}
