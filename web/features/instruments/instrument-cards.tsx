import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Instrument } from '../../../shared/instruments/instrument.schema.ts'
import { AlertList } from '../../components/alert-list.tsx'
import { Card } from '../../components/card.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { positionsQuery } from '../../lib/positions-query.ts'
import { useBroker } from '../../lib/use-broker.ts'
import { tradesQuery } from '../../lib/journal-queries.ts'
import { AlertToday } from './alert-today.tsx'
import { OpenHere, TradesHere } from './instrument-deals.tsx'
import { InstrumentFacts } from './instrument-facts.tsx'
import { InstrumentPrices } from './instrument-prices.tsx'

type Props = {
  readonly instrument: Instrument
  /** The actions that the user can take on the instrument. */
  readonly children: ReactNode
}

export const InstrumentCards = ({ instrument, children }: Props) => {
  const { marketAndSymbol: market, igEpic } = instrument
  const account = useBroker()
  const { data: trades } = useQuery(tradesQuery({ market, size: 10 }))
  const { data: positions } = useQuery({
    ...positionsQuery({ page: 1, size: 20, q: igEpic }),
    enabled: account?.complete === true && igEpic !== '',
  })
  const open = positions?.results.filter((position) => position.igEpic === igEpic) ?? []
  const name = open[0]?.name ?? trades?.results[0]?.name
  return (
    <>
      <PageHeader title={market} description={[name, igEpic].filter(Boolean).join(' · ')}>
        {children}
      </PageHeader>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <InstrumentFacts instrument={instrument} />
        {igEpic !== '' && account?.complete && (
          <div className="grid content-start gap-4">
            <AlertToday market={market} mode={account.mode} />
            <InstrumentPrices epic={igEpic} mode={account.mode} />
          </div>
        )}
      </div>
      {open.length > 0 && <OpenHere open={open} />}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Card title="Alerts">
          <AlertList filter={{ market }} />
        </Card>
        <TradesHere trades={trades} />
      </div>
    </>
  )
}
