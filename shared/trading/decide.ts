import { orderOf } from './figures.ts'
import type { RuleName, TraceStep } from './outcome.ts'
import { closingRules, type Need, rules } from './rules.ts'
import type { CloseToCarryOut, Market, OrderToPlace, Snapshot } from './snapshot.ts'

export { describeOrder } from './figures.ts'

/** What is to be done about an alert. `incomplete`: a rule needs what has not been read yet. */
export type Decision = { readonly trace: readonly TraceStep[] } & (
  | { readonly kind: 'place'; readonly order: OrderToPlace }
  | { readonly kind: 'close'; readonly close: CloseToCarryOut }
  | {
      readonly kind: 'refuse'
      readonly outcome: 'REFUSED' | 'EXPIRED' | 'BLOCKED'
      readonly rule: RuleName
      readonly sentence: string
    }
  | { readonly kind: 'incomplete'; readonly needs: Need }
)

const verbs = { REFUSED: 'Refused', EXPIRED: 'Expired', BLOCKED: 'Blocked' } as const

/**
 * Evaluates the rules in their order over one snapshot and stops at the first that refuses. Pure: the same snapshot
 * gives the same decision, whoever asks.
 */
export const decide = (snapshot: Snapshot): Decision => {
  const closes = snapshot.alert.action === 'CLOSE'
  const trace: TraceStep[] = []
  for (const [rule, evaluate] of closes ? closingRules : rules) {
    const finding = evaluate(snapshot)
    if ('needs' in finding) return { kind: 'incomplete', needs: finding.needs, trace }
    const { passed, saw, limit, sentence } = finding
    if (finding.passed) {
      trace.push({ rule, passed, saw, limit, sentence: capitalised(sentence) })
      continue
    }
    const told = `${verbs[finding.refuses]}: ${sentence}`
    trace.push({ rule, passed, saw, limit, sentence: told })
    return { kind: 'refuse', outcome: finding.refuses, rule, sentence: told, trace }
  }
  // Every rule that needs the market has passed, so it has been read.
  return closes
    ? close(snapshot, trace)
    : { kind: 'place', order: orderOf(snapshot, snapshot.market as Market), trace }
}

const close = ({ account, instrument }: Snapshot, trace: readonly TraceStep[]): Decision => {
  if (!account) return { kind: 'incomplete', needs: 'account', trace }
  const epic = instrument?.igEpic ?? ''
  const positions = account.positions.filter((position) => position.epic === epic)
  const workingOrders = account.workingOrders.filter((order) => order.epic === epic)
  if (positions.length + workingOrders.length > 0)
    return { kind: 'close', close: { epic, positions, workingOrders }, trace }
  return {
    kind: 'refuse',
    outcome: 'REFUSED',
    rule: 'instrument',
    sentence: `Refused: nothing is open on ${epic}, so there is nothing to close`,
    trace,
  }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
