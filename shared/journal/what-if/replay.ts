import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import type { Instant } from '../../platform/units.ts'
import type { TradingRules } from '../../settings/trading-settings.ts'
import { defaultStrategyRules, type StrategyRules } from '../../strategies/strategy-rules.ts'
import { decide, type Decision } from '../../trading/decide.ts'
import type { TraceStep } from '../../trading/rules/trace.ts'
import type { TracedRule } from '../../trading/model/rule-names.ts'
import type { Snapshot } from '../../trading/model/snapshot.ts'
import type { KeptDecision } from './kept-decision.ts'
import { addToDifference, type Difference, noDifference, seenWith } from './difference.ts'

/** The changes to try: to general rules, to rules of strategies, and to fields of instruments. */
export type Change = {
  readonly rules: Partial<TradingRules>
  /** Each key is the name of a strategy. */
  readonly strategies: Readonly<Record<string, Partial<StrategyRules>>>
  /** Each key is the `marketAndSymbol` of an instrument. */
  readonly instruments: Readonly<Record<string, Partial<InstrumentFields>>>
}

export const noChange: Change = { rules: {}, strategies: {}, instruments: {} }

/**
 * `same`: the alert trades or is refused as before. `refused`: it traded, but would not now. `traded`: it did not
 * trade, but would now. `changed`: it trades in both cases, but differently. `unknown`: the rules need data that was
 * never read.
 */
export type Effect = 'same' | 'refused' | 'traded' | 'changed' | 'unknown'

export type Replayed = {
  readonly alertId: string
  readonly snapshot: Snapshot
  readonly before: Decision
  readonly after: Decision
  readonly effect: Effect
  /** The first rule that decided differently, if any. */
  readonly rule: TracedRule | null
  /** Whether the result depends on an earlier alert whose trade differs in the replay. */
  readonly restsOnOther: boolean
}

/**
 * Decides alerts again with changed rules, in order. Later alerts do not see trades that would not have been made, but
 * see trades that would have been made. Without a change, each decision stays the same.
 * @param decisions decisions of one account, in order
 */
export const replay = (decisions: readonly DecidedBefore[], change: Change): Replayed[] => {
  const difference = noDifference()
  return decisions.map((decided) => {
    const replayed = replayOne(decided, change, difference)
    addToDifference(difference, replayed)
    return replayed
  })
}

/**
 * A stored decision, with the result of its rules without any change. This result is computed once and compared with
 * each change.
 */
export type DecidedBefore = KeptDecision & { readonly before: Decision }

export const decidedBefore = (decisions: readonly KeptDecision[]): DecidedBefore[] =>
  [...decisions]
    .sort((a, b) => a.snapshot.now - b.snapshot.now)
    .map((kept) => ({ ...kept, before: decide(kept.snapshot) }))

const replayOne = (
  { alertId, ended, snapshot, before }: DecidedBefore,
  change: Change,
  difference: Difference,
): Replayed => {
  const changed = withChange(snapshot, change)
  const seen = seenWith(changed, difference)
  const after = decide(seen)
  const effect = effectOf(before, after, ended)
  const alone = seen === changed ? after : decide(changed)
  return {
    alertId,
    snapshot,
    before,
    after,
    effect,
    rule: effect === 'same' ? null : differingRule(before.trace, after.trace),
    restsOnOther: effect !== 'same' && effectOf(before, alone, ended) !== effect,
  }
}

const withChange = (snapshot: Snapshot, { rules, strategies, instruments }: Change): Snapshot => {
  const { settings, instrument, alert } = snapshot
  const name = alert.strategy ?? ''
  const ofStrategy = strategies[name]
  const figures = instrument && instruments[instrument.marketAndSymbol]
  return {
    ...snapshot,
    settings: {
      ...settings,
      ...rules,
      strategies: ofStrategy
        ? {
            ...settings.strategies,
            [name]: { ...defaultStrategyRules, ...settings.strategies[name], ...ofStrategy },
          }
        : settings.strategies,
    },
    instrument: figures ? { ...instrument, ...figures } : instrument,
    // If an earlier rule refused the alert, the equity was never read. It then counts as unreadable, so that the margin
    // rule can decide without it.
    isUnmeasured: snapshot.isUnmeasured ?? !snapshot.limits,
  }
}

const acts = ({ kind }: Decision) => kind === 'place' || kind === 'close' || kind === 'amend'

const effectOf = (before: Decision, after: Decision, ended: KeptDecision['ended']): Effect => {
  // The alert ended because IG did not return required data. Nothing changes if a rule now refuses the alert, or if the
  // decision still needs the same data.
  if (ended === 'unreadable') {
    if (after.kind === 'refuse') return 'same'
    return after.kind === 'incomplete' && before.kind === 'incomplete' && after.needs === before.needs
      ? 'same'
      : 'unknown'
  }
  // The safety brake stopped this order because of the number of orders just before it. A replay does not simulate
  // this.
  if (ended === 'braked') return 'same'
  if (after.kind === 'incomplete') return 'unknown'
  if (acts(before) && !acts(after)) return 'refused'
  if (!acts(before) && acts(after)) return 'traded'
  return acts(before) && asks(before) !== asks(after) ? 'changed' : 'same'
}

/** Returns what a decision would send to the broker, as text that can be compared. */
const asks = (decision: Decision): string => {
  switch (decision.kind) {
    case 'place':
      return JSON.stringify(decision.order)
    case 'close': {
      const { epic, positions, workingOrders, rests, thenOpen } = decision.close
      const dealIds = [...positions, ...workingOrders].map(({ dealId }) => dealId)
      return JSON.stringify([epic, dealIds, rests, thenOpen])
    }
    case 'amend':
      return JSON.stringify(decision.amend)
    default:
      return ''
  }
}

const differingRule = (before: readonly TraceStep[], after: readonly TraceStep[]): TracedRule | null => {
  const place = before.findIndex(({ rule, passed }, index) => {
    const other = after[index]
    return other?.rule !== rule || other.passed !== passed
  })
  if (place >= 0) return (after[place] ?? before[place])?.rule ?? null
  const other = after.findIndex((step, index) => JSON.stringify(step) !== JSON.stringify(before[index]))
  return after[other]?.rule ?? null
}

export type Counts = Readonly<Record<Effect, number>> & { readonly all: number }

export const countEffects = (replayed: readonly Pick<Replayed, 'effect'>[]): Counts => {
  const counts = { same: 0, refused: 0, traded: 0, changed: 0, unknown: 0 }
  for (const { effect } of replayed) counts[effect] += 1
  return { ...counts, all: replayed.length }
}

/**
 * Splits decisions by the two halves of a period, because settings that suit one half by chance seldom suit the other.
 */
export const halvesOf = <Item extends { readonly snapshot: Pick<Snapshot, 'now'> }>(
  items: readonly Item[],
  from: Instant,
  to: Instant,
): readonly [readonly Item[], readonly Item[]] => {
  const middle = (from + to) / 2
  return [
    items.filter(({ snapshot }) => snapshot.now < middle),
    items.filter(({ snapshot }) => snapshot.now >= middle),
  ]
}
