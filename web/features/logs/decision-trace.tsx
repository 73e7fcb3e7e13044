import type { TraceStep } from '../../../shared/trading/outcome.ts'

/** Each rule that was evaluated: passed or refused, what it saw, and the limit. */
export const DecisionTrace = ({ trace }: { readonly trace: readonly TraceStep[] }) => (
  <ol className="grid gap-2">
    {trace.map((step) => (
      <li key={step.rule} className="grid grid-cols-[1.25rem_1fr] gap-2 text-sm">
        <span aria-hidden className={step.passed ? 'text-good' : 'text-bad'}>
          {step.passed ? '✓' : '✗'}
        </span>
        <div>
          <p>
            <span className="inline-block font-medium first-letter:uppercase">{step.rule}</span>{' '}
            <span className={step.passed ? 'text-muted' : 'font-medium text-bad'}>
              {step.passed ? 'passed' : 'refused'}
            </span>
          </p>
          <p className="text-muted">{step.sentence}</p>
          <p className="font-mono text-xs text-muted">
            saw {step.saw} · limit {step.limit}
          </p>
        </div>
      </li>
    ))}
  </ol>
)
