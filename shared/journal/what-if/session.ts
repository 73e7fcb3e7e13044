import type { JournalTrade } from '../journal.schema.ts'
import type { SidedBar } from '../price-bars.schema.ts'
import type { Instant } from '../../platform/units.ts'
import { sentenceOf } from '../../trading/decide.ts'
import { stepInWords } from '../../trading/rules/trace.ts'
import type { Decision } from '../../trading/decide.ts'
import { isEarly, type TracedRule } from '../../trading/model/rule-names.ts'
import type { StepInWords } from '../../trading/model/outcome.schema.ts'
import type { KeptDecision } from './kept-decision.ts'
import { estimate, type Estimate } from './estimate.ts'
import { type MoneySum, sumMoney } from './money.ts'
import {
  type Change,
  countEffects,
  type Counts,
  type DecidedBefore,
  decidedBefore,
  type Effect,
  halvesOf,
  replay,
  type Replayed,
} from './replay.ts'

/** A request from a screen to the worker that replays alerts. The worker answers only with the data to show. */
export type Question =
  | {
      readonly kind: 'load'
      readonly decisions: readonly KeptDecision[]
      readonly trades: readonly JournalTrade[]
    }
  | {
      readonly kind: 'replay'
      readonly change: Change
      readonly strategy: string | null
      readonly span: Span
    }
  | { readonly kind: 'show'; readonly alertId: string }
  | { readonly kind: 'estimate'; readonly alertId: string; readonly bars: readonly SidedBar[] }

export type Span = { readonly from: Instant; readonly to: Instant }

/** An alert that would have ended differently. */
export type Row = {
  readonly alertId: string
  readonly at: Instant
  readonly market: string
  /** The broker's name for the instrument; undefined if the decision did not read it. */
  readonly name: string | undefined
  readonly action: string
  readonly strategy: string
  readonly effect: Effect
  readonly rule: TracedRule | null
  readonly restsOnOther: boolean
  readonly sentence: string
}

export type Part = { readonly counts: Counts; readonly money: readonly MoneySum[] }

export type Answer =
  | {
      readonly kind: 'loaded'
      readonly alerts: number
      /**
       * Number of the loaded alerts that were refused before anything was read from the broker. Most of their data is
       * missing.
       */
      readonly early: number
      readonly strategies: readonly string[]
      readonly instruments: readonly string[]
    }
  | {
      readonly kind: 'replayed'
      readonly whole: Part
      readonly halves: readonly [Part, Part]
      readonly rows: readonly Row[]
    }
  | {
      readonly kind: 'shown'
      readonly alertId: string
      readonly before: readonly StepInWords[]
      readonly after: readonly StepInWords[]
      readonly sentences: readonly [before: string, after: string]
      /** The market and the start time of the prices that an estimate needs; null if the alert would open nothing. */
      readonly prices: { readonly epic: string; readonly from: Instant } | null
    }
  | { readonly kind: 'estimated'; readonly alertId: string; readonly estimate: Estimate }

/** A session of the worker that replays alerts. It keeps its data between questions. */
export const replaySession = () => {
  let decided: readonly DecidedBefore[] = []
  let trades: ReadonlyMap<string, JournalTrade> = new Map()
  let replayed: readonly Replayed[] = []

  const partOf = (those: readonly Replayed[]): Part => ({
    counts: countEffects(those),
    money: sumMoney(those, trades),
  })

  return (question: Question): Answer => {
    switch (question.kind) {
      case 'load': {
        decided = decidedBefore(question.decisions)
        trades = new Map(
          question.trades.flatMap((trade) => (trade.alertId === null ? [] : [[trade.alertId, trade]])),
        )
        return {
          kind: 'loaded',
          alerts: decided.length,
          early: decided.filter(({ before }) => before.kind === 'refuse' && isEarly(before.rule)).length,
          strategies: namesIn(decided, ({ snapshot }) => snapshot.alert.strategy),
          instruments: namesIn(decided, ({ snapshot }) => snapshot.instrument?.marketAndSymbol),
        }
      }
      case 'replay': {
        const { change, strategy, span } = question
        // All alerts of the account are replayed, because their trades affect each other. Only the requested alerts are
        // counted.
        replayed = replay(decided, change)
        const asked = replayed.filter(
          ({ snapshot }) => strategy === null || (snapshot.alert.strategy ?? '') === strategy,
        )
        const [first, second] = halvesOf(asked, span.from, span.to)
        return {
          kind: 'replayed',
          whole: partOf(asked),
          halves: [partOf(first), partOf(second)],
          rows: asked.filter(({ effect }) => effect !== 'same').map(rowOf),
        }
      }
      case 'show':
        return shown(
          question.alertId,
          replayed.find(({ alertId }) => alertId === question.alertId),
        )
      case 'estimate': {
        const one = replayed.find(({ alertId }) => alertId === question.alertId)
        return {
          kind: 'estimated',
          alertId: question.alertId,
          estimate: one
            ? estimate(one, question.bars)
            : { kind: 'unknown', reason: 'the alert is no longer there' },
        }
      }
    }
  }
}

const namesIn = (
  decided: readonly DecidedBefore[],
  nameOf: (one: DecidedBefore) => string | undefined,
): readonly string[] => [...new Set(decided.flatMap((one) => nameOf(one) ?? []))].sort()

const shown = (alertId: string, one: Replayed | undefined): Answer => ({
  kind: 'shown',
  alertId,
  before: one?.before.trace.map(stepInWords) ?? [],
  after: one?.after.trace.map(stepInWords) ?? [],
  sentences: one ? [wordsOf(one, one.before), wordsOf(one, one.after)] : ['', ''],
  prices: one?.after.kind === 'place' ? { epic: one.after.order.epic, from: one.snapshot.now } : null,
})

const rowOf = (replayed: Replayed): Row => {
  const { alertId, snapshot, effect, rule, restsOnOther, after } = replayed
  const { market, action, strategy = '' } = snapshot.alert
  return {
    alertId,
    at: snapshot.now,
    market,
    name: snapshot.market?.name,
    action,
    strategy,
    effect,
    rule,
    restsOnOther,
    sentence: wordsOf(replayed, after),
  }
}

const wordsOf = ({ snapshot }: Pick<Replayed, 'snapshot'>, decision: Decision): string =>
  decision.kind === 'incomplete'
    ? 'Not known: the alert was refused before the rest was read from IG'
    : sentenceOf(decision, snapshot.alert.market)
