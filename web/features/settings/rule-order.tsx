import { ruleNames } from '../../../shared/trading/outcome.ts'
import { Button } from '../../components/button.tsx'
import { Popover } from '../../components/popover.tsx'

/** The rules by name, as they are evaluated and as a log entry's trace shows them. */
export const RuleOrder = () => (
  <Popover trigger={<Button kind="quiet">Order of the rules</Button>}>
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
