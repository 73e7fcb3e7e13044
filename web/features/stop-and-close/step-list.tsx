import Check from '~icons/check'
import Circle from '~icons/circle'
import LoaderCircle from '~icons/loader-circle'
import X from '~icons/x'
import type { Step } from './carry-out.ts'

const marks = {
  waits: { icon: Circle, look: 'text-muted', words: 'Waiting' },
  runs: { icon: LoaderCircle, look: 'text-accent motion-safe:animate-spin', words: 'Under way' },
  done: { icon: Check, look: 'text-good', words: 'Done' },
  failed: { icon: X, look: 'text-bad', words: 'Failed' },
} as const

/** Lists the steps with their states. After the last step, the failed steps come first. */
export const StepList = ({
  steps,
  isRunning,
}: {
  readonly steps: readonly Step[]
  readonly isRunning: boolean
}) => {
  const failed = steps.filter(({ state }) => state === 'failed')
  const shown = isRunning ? steps : [...failed, ...steps.filter(({ state }) => state !== 'failed')]
  return (
    <div className="grid gap-3 text-sm">
      <p role="status" className={`font-medium ${!isRunning && failed.length > 0 ? 'text-bad' : ''}`}>
        {summaryOf(steps, failed.length, isRunning)}
      </p>
      <ul className="grid max-h-80 gap-2 overflow-y-auto">
        {shown.map(({ name, state, message }, index) => {
          const { icon: Icon, look, words } = marks[state]
          return (
            <li key={index} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
              <Icon aria-hidden className={`mt-0.5 size-4 ${look}`} />
              <span>
                <span className="sr-only">{words}: </span>
                {name}
              </span>
              {message && <span className="col-start-2 text-xs text-muted">{message}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const summaryOf = (steps: readonly Step[], failed: number, isRunning: boolean) => {
  const ended = steps.filter(({ state }) => state === 'done' || state === 'failed').length
  if (isRunning) return `${ended} of ${steps.length} done. Keep this open until it has ended.`
  if (steps.length === 0) return 'There was nothing to stop or close.'
  return failed === 0
    ? 'All done. Nothing that you chose is left open.'
    : `${failed} of ${steps.length} could not be done.`
}
