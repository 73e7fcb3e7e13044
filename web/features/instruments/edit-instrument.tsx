import { lazy } from 'react'
import type { Instrument } from '../../../shared/instruments/instrument.schema.ts'
import { Dialog } from '../../components/dialog.tsx'
import type { NewInstrument } from './new-instrument.ts'

const InstrumentForm = lazy(async () => ({ default: (await import('./instrument-form.tsx')).InstrumentForm }))

type Props = {
  /** The instrument to edit, or the initial values of a new instrument. The dialog is closed if this is null. */
  readonly instrument: Instrument | NewInstrument | null
  /** The name of the field to focus first. */
  readonly focus?: string | undefined
  readonly onDone: () => void
}

export const EditInstrument = ({ instrument, focus, onDone }: Props) => (
  <Dialog
    open={instrument !== null}
    onOpenChange={(open) => !open && onDone()}
    title={instrument?.id === null ? 'Add instrument' : 'Edit instrument'}
    description={instrument?.marketAndSymbol || 'Alerts for this instrument can trade once it has an IG epic'}
  >
    {instrument && <InstrumentForm instrument={instrument} focus={focus} onDone={onDone} />}
  </Dialog>
)
