import { phaseNames, type Phases } from '../../shared/trading/model/phases.ts'
import { formatDuration } from '../lib/format.ts'

export const PhaseList = ({ phases }: { readonly phases: Phases }) => {
  const whole = phases.reduce((sum, milliseconds) => sum + milliseconds, 0)
  return (
    <ol aria-label="Phases" className="grid gap-y-1 text-sm">
      {[...phases, whole].map((milliseconds, index) => {
        const name = index === phases.length ? 'Total' : phaseNames[index]
        const width = name === 'Total' ? 0 : `${(milliseconds / (whole || 1)) * 100}%`
        return (
          <li key={name} className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-3">
            <span className="text-muted first-letter:uppercase">{name}</span>
            <span aria-hidden className="h-1.5 rounded-full bg-accent/70" style={{ width }} />
            <b className="font-medium tabular-nums">{formatDuration(milliseconds)}</b>
          </li>
        )
      })}
    </ol>
  )
}
