import { phaseNames, type Phases } from '../../../shared/trading/model/phases.ts'
import { formatDuration } from '../../lib/format.ts'

/** How long each phase took, from the alert's acceptance to its outcome. */
export const PhaseList = ({ phases }: { readonly phases: Phases }) => {
  const whole = phases.reduce((sum, milliseconds) => sum + milliseconds, 0)
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">Timing</h3>
      <ol aria-label="Phases" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {phases.map((milliseconds, index) => (
          <li key={phaseNames[index]} className="flex gap-1.5">
            <span className="text-muted first-letter:uppercase">{phaseNames[index]}</span>
            <b className="font-medium tabular-nums">{formatDuration(milliseconds)}</b>
          </li>
        ))}
        <li className="flex gap-1.5">
          <span className="text-muted">Total</span>
          <b className="font-medium tabular-nums">{formatDuration(whole)}</b>
        </li>
      </ol>
    </section>
  )
}
