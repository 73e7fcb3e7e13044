import { phaseNames, type Phases } from '../../../shared/trading/model/phases.ts'
import { formatDuration } from '../../lib/format.ts'

/** How long each phase took, from the alert's acceptance to its outcome. */
export const PhaseList = ({ phases }: { readonly phases: Phases }) => {
  const whole = phases.reduce((sum, milliseconds) => sum + milliseconds, 0)
  return (
    <ol aria-label="Phases" className="grid gap-y-1 text-sm">
      {phases.map((milliseconds, index) => (
        <Phase
          key={phaseNames[index]}
          name={phaseNames[index]}
          share={milliseconds / (whole || 1)}
          of={milliseconds}
        />
      ))}
      <Phase name="Total" share={0} of={whole} />
    </ol>
  )
}

type PhaseProps = { readonly name: string | undefined; readonly share: number; readonly of: number }

const Phase = ({ name, share, of }: PhaseProps) => (
  <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-3">
    <span className="text-muted first-letter:uppercase">{name}</span>
    <span aria-hidden className="h-1.5 rounded-full bg-accent/70" style={{ width: `${share * 100}%` }} />
    <b className="font-medium tabular-nums">{formatDuration(of)}</b>
  </li>
)
