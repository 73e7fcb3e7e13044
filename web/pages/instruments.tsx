import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { marketPattern } from '../../shared/alerts/market-pattern.ts'
import type { Instrument } from '../../shared/instruments/instrument.schema.ts'
import { Button } from '../components/button.tsx'
import { PagedTable } from '../components/data-table/paged-table.tsx'
import { useTablePlace } from '../components/data-table/use-table-place.ts'
import { PageHeader } from '../components/page-header.tsx'
import { InstrumentCard, instrumentColumns } from '../features/instruments/columns.tsx'
import { EarlierLists } from '../features/instruments/earlier-lists.tsx'
import { EditInstrument } from '../features/instruments/edit-instrument.tsx'
import { FetchDividends } from '../features/instruments/fetch-dividends.tsx'
import { type NewInstrument, newInstrument } from '../features/instruments/new-instrument.ts'
import { instrumentsQuery } from '../features/instruments/queries.ts'
import { UploadForm } from '../features/instruments/upload-form.tsx'
import { DownloadButton } from '../components/download-button.tsx'
import { download } from '../lib/api.ts'

export const InstrumentsPage = () => {
  const place = useTablePlace()
  const instruments = useQuery(instrumentsQuery(place))
  const [editing, setEditing] = useState<Instrument | NewInstrument | null>(null)
  const columns = useMemo(() => instrumentColumns(setEditing), [])
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Instruments" description="View and edit your trading instruments and ticker data">
        <Button kind="quiet" onClick={() => setEditing(newInstrument)}>
          Add instrument
        </Button>
        <Link to="/dashboard/instruments/add" className="button button-quiet">
          Add in bulk
        </Link>
        <ExportInstruments />
        <FetchDividends />
      </PageHeader>
      <UploadForm />
      <PagedTable
        label="Instruments"
        columns={columns}
        rowId={({ id }) => id}
        query={instruments}
        place={place}
        placeholder="Search by market, IG Epic, Yahoo symbol..."
        failure="Error loading instruments"
        hintFor={(term) => {
          const symbol = term.trim().toUpperCase()
          return (
            marketPattern.test(symbol) && (
              <Button
                kind="quiet"
                onClick={() => setEditing({ ...newInstrument, marketAndSymbol: symbol })}
              >{`Add ${symbol}`}</Button>
            )
          )
        }}
        card={(instrument) => <InstrumentCard instrument={instrument} onEdit={setEditing} />}
      />
      <EarlierLists />
      <EditInstrument
        instrument={editing}
        // A late answer must not close the form if the user has opened it for another instrument in the meantime.
        onDone={() => setEditing((now) => (now === editing ? null : now))}
      />
    </div>
  )
}

const ExportInstruments = () => (
  <DownloadButton
    label="Export CSV"
    busy="Exporting..."
    act="export instruments"
    save={(onProgress) => download('exportInstruments', {}, 'instruments.csv', onProgress)}
  />
)
