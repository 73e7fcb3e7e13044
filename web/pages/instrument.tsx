import { Answered } from '../components/answered.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Instrument } from '../../shared/instruments/instrument.schema.ts'
import { Button } from '../components/button.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { TextLink } from '../components/text-link.tsx'
import { EditInstrument } from '../features/instruments/edit-instrument.tsx'
import { InstrumentCards } from '../features/instruments/instrument-cards.tsx'
import { instrumentQuery } from '../features/instruments/queries.ts'

/** Shows one instrument of the list: its settings, prices, open positions, alerts and trades. */
export const InstrumentPage = () => {
  const { market = '' } = useParams({ strict: false })
  const query = useQuery(instrumentQuery(market))
  return (
    <div className="grid grid-cols-1 gap-4">
      <Answered query={query} failure="Error loading the instrument">
        {(instrument) => (instrument ? <Found instrument={instrument} /> : <NotInList market={market} />)}
      </Answered>
    </div>
  )
}

const NotInList = ({ market }: { readonly market: string }) => (
  <>
    <PageHeader title={market} description="Not in your instrument list" />
    <p className="text-sm text-muted">
      Alerts for this market are refused until it is in your list.{' '}
      <TextLink to="/dashboard/instruments" search={{ q: market }}>
        Go to instruments
      </TextLink>
    </p>
  </>
)

const Found = ({ instrument }: { readonly instrument: Instrument }) => {
  /** The name of the form field to focus, from the page's address. The link in a refusal contains this name. */
  const { focus } = useSearch({ strict: false })
  const [isEdited, setEdited] = useState(focus !== undefined)
  return (
    <>
      <InstrumentCards instrument={instrument}>
        <Button kind="quiet" onClick={() => setEdited(true)}>
          Edit
        </Button>
      </InstrumentCards>
      <EditInstrument
        instrument={isEdited ? instrument : null}
        focus={focus}
        onDone={() => setEdited(false)}
      />
    </>
  )
}
