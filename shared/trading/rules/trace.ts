import type { StepInWords } from '../model/outcome.schema.ts'
import type { TracedRule } from '../model/rule-names.ts'
import type { InWords, Words } from '../model/rule.ts'
import { credentialsInWords, modeInWords, pauseInWords } from './account.ts'
import { allowanceInWords, brakeInWords } from './after-the-rules.ts'
import { alertAgeInWords } from './alert-age.ts'
import { alertOrderInWords } from './alert-order.ts'
import { askFirstInWords } from './ask-first.ts'
import { cooldownInWords, dividendDateInWords, instrumentInWords, priceInWords } from './instrument.ts'
import { lossLimitsInWords, notTrippedInWords, openRiskInWords } from './limits.ts'
import { marginInWords } from './margin.ts'
import { atrInWords, distancesInWords, marketOpenInWords } from './order.ts'
import { sizeInWords } from './size.ts'
import { somethingToLeaveInWords } from './exits.ts'
import { inStepInWords } from './in-step.ts'
import {
  duplicateInWords,
  openPositionsInWords,
  oppositePositionInWords,
  positionsAndOrdersInWords,
} from './positions.ts'
import { positionChangeInWords } from './position-change.ts'
import { strategyPausedInWords, strategyPositionsInWords } from './strategy.ts'
import { stopToMoveInWords } from './stops.ts'
import { capitalised } from '../../platform/words.ts'

/** Functions that describe the fact of each rule. */
const ruleWords = {
  mode: modeInWords,
  'trading not paused': pauseInWords,
  'strategy paused': strategyPausedInWords,
  'no limit reached': notTrippedInWords,
  credentials: credentialsInWords,
  'alert age': alertAgeInWords,
  'alert order': alertOrderInWords,
  'position change': positionChangeInWords,
  instrument: instrumentInWords,
  'in step': inStepInWords,
  'price sanity': priceInWords,
  'something to leave': somethingToLeaveInWords,
  'stop to move': stopToMoveInWords,
  cooldown: cooldownInWords,
  'dividend date': dividendDateInWords,
  'loss limits': lossLimitsInWords,
  duplicate: duplicateInWords,
  'opposite position': oppositePositionInWords,
  'open positions': openPositionsInWords,
  'positions and orders': positionsAndOrdersInWords,
  'strategy positions': strategyPositionsInWords,
  'ATR known': atrInWords,
  size: sizeInWords,
  'stop and limit distance': distancesInWords,
  'market open': marketOpenInWords,
  'open risk': openRiskInWords,
  margin: marginInWords,
  'ask first': askFirstInWords,
  'safety brake': brakeInWords,
  'request allowance': allowanceInWords,
} satisfies Record<TracedRule, InWords<never>>

export type RuleFacts = { readonly [Rule in TracedRule]: Parameters<(typeof ruleWords)[Rule]>[0] }

/** An evaluated rule: its fact, and whether it passed. */
export type RuleStep<Rule extends TracedRule = TracedRule> = {
  readonly [Each in Rule]: { readonly rule: Each; readonly passed: boolean; readonly fact: RuleFacts[Each] }
}[Rule]

/** A step in a row of release 0.2.0, which stored text instead of a fact. */
type EarlierStep = {
  readonly rule: TracedRule
  readonly passed: boolean
  readonly saw: string
  readonly limit: string
  readonly sentence: string
}

export type TraceStep = RuleStep | EarlierStep

const factInWords = <Rule extends TracedRule>({ rule, passed, fact }: RuleStep<Rule>): Words => {
  const words: { readonly [Each in TracedRule]: InWords<RuleFacts[Each]> } = ruleWords
  return words[rule](fact, passed)
}

/** A step's text. It can follow other text in a sentence. */
export const wordsOf = (step: TraceStep): Words =>
  'fact' in step ? factInWords(step) : { actual: step.saw, required: step.limit, sentence: step.sentence }

export const stepInWords = (step: TraceStep): StepInWords => {
  const { actual, required, sentence } = wordsOf(step)
  return { rule: step.rule, passed: step.passed, actual, required, sentence: capitalised(sentence) }
}
