import { aboutRule, ruleNames } from '../../../shared/trading/model/rule-names.ts'
import { Popover } from '../../components/popover.tsx'

/** Lists the rules in the order in which they are checked, by the same names as in a log entry. */
export const RuleOrder = () => (
  <Popover label="Rule order">
    <p className="mb-2 text-muted">
      Rules are checked in this order. The first one that refuses the alert ends the check. The log shows
      every rule that was checked.
    </p>
    <ol className="list-inside list-decimal">
      {ruleNames.map((name) => (
        <li key={name}>{aboutRule[name].label}</li>
      ))}
    </ol>
  </Popover>
)
