import type { ResponseOf } from '../../../shared/contract/index.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { Card } from '../../components/card.tsx'
import { DecisionTrace } from '../../components/decision-trace.tsx'

/** Shows the rules, except the refusal that the outcome already shows. Passed rules are folded. */
export const MoreRules = ({
  alert: {
    ended,
    extra: { alert },
  },
}: {
  readonly alert: ResponseOf<'getAlert'>
}) => {
  const trace = ended?.trace ?? []
  const passed = trace.filter((step) => step.passed)
  const refused = trace.filter((step) => !step.passed).slice(1)
  if (passed.length + refused.length === 0) return null
  return (
    <Card title="Rules">
      {refused.length > 0 && <DecisionTrace trace={refused} market={alert.market} />}
      {passed.length > 0 && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer font-medium text-accent pointer-coarse:py-3">
            {counted(passed.length, 'rule')} passed
          </summary>
          <div className="mt-3">
            <DecisionTrace trace={passed} market={alert.market} />
          </div>
        </details>
      )}
    </Card>
  )
}
