import Check from '~icons/check'
import X from '~icons/x'
import { worded } from '../lib/format.ts'
import { aboutRule } from '../../shared/trading/model/rule-names.ts'
import { FixLink } from './fix-link.tsx'
import type { StepInWords } from '../../shared/trading/model/outcome.schema.ts'

type Props = {
  readonly trace: readonly StepInWords[]
  /** The market's name in the alert. Some links from a refused rule need it. */
  readonly market?: string | undefined
  /** Whether the trace is shown below the outcome's sentence. That sentence is then not repeated. */
  readonly isBelowOutcome?: boolean
}

/** Whether the outcome's sentence already contains the step's sentence. It never does for the request allowance. */
export const isInOutcome = ({ rule, passed }: StepInWords) => !passed && rule !== 'request allowance'

/** Lists the evaluated rules: whether each rule passed, the value found and the value required. */
export const DecisionTrace = ({ trace, market, isBelowOutcome = false }: Props) => (
  <ol aria-label="Decision trace" className="grid grid-cols-1 gap-3">
    {trace.map((step) => {
      const Mark = step.passed ? Check : X
      const tone = step.passed ? 'text-good' : 'text-bad'
      return (
        <li key={step.rule} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-2 text-sm">
          <Mark aria-hidden strokeWidth={2.5} className={`mt-0.5 size-4 ${tone}`} />
          <div className="grid gap-0.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium">
                <span className="inline-block first-letter:uppercase">{aboutRule[step.rule].label}</span>{' '}
                <span className={`font-normal ${step.passed ? 'text-muted' : tone}`}>
                  {step.passed ? 'passed' : 'refused'}
                </span>
              </span>
              <span className="text-xs text-muted">
                found <b className="font-medium text-ink">{worded(step.actual)}</b> · required{' '}
                <b className="font-medium text-ink">{worded(step.required)}</b>
              </span>
            </p>
            <p className="text-muted">
              {!(isBelowOutcome && isInOutcome(step)) && worded(step.sentence)}
              {!step.passed && <FixLink rule={step.rule} market={market} />}
            </p>
          </div>
        </li>
      )
    })}
  </ol>
)
