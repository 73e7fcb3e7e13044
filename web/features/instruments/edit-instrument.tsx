import { lazy } from 'react'
import type { Instrument } from '../../../shared/instrument.ts'
import { Dialog } from '../../components/dialog.tsx'

const InstrumentForm = lazy(async () => ({ default: (await import('./instrument-form.tsx')).InstrumentForm }))

type Props = {
  /** The one to edit; null while none is. */
  readonly instrument: Instrument | null
  readonly onDone: () => void
}

export const EditInstrument = ({ instrument, onDone }: Props) => (
  <Dialog
    open={instrument !== null}
    onOpenChange={(open) => !open && onDone()}
    title="Edit instrument"
    description={instrument?.marketAndSymbol}
  >
    {instrument && <InstrumentForm instrument={instrument} onDone={onDone} />}
  </Dialog>
)
