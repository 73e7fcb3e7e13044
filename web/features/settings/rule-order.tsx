import { ruleNames } from '../../../shared/trading/rule-names.ts'
import { Popover } from '../../components/popover.tsx'

/** The rules by name, as they are evaluated and as a log entry's trace shows them. */
export const RuleOrder = () => (
  <Popover label="Order of the rules">
    <p className="mb-2 text-muted">
      Evaluated from the first to the last; the first that refuses ends it, and the log shows each.
    </p>
    <ol className="list-inside list-decimal">
      {ruleNames.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ol>
  </Popover>
)
