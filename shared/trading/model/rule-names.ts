import type { TradingSettingName } from '../../settings/trading-settings.ts'
import { brokerName } from './broker-name.ts'

/** The rules in the order of their evaluation. These names are stored in traces and never change; screens show `ruleLabels`. */
export const ruleNames = [
  'mode',
  'trading not paused',
  'strategy paused',
  'no limit reached',
  'credentials',
  'alert age',
  'alert order',
  'position change',
  'instrument',
  'in step',
  'price sanity',
  'something to leave',
  'stop to move',
  'cooldown',
  'dividend date',
  'loss limits',
  'duplicate',
  'opposite position',
  'open positions',
  'positions and orders',
  'strategy positions',
  'ATR known',
  'size',
  'stop and limit distance',
  'market open',
  'open risk',
  'ask first',
] as const
export type RuleName = (typeof ruleNames)[number]

/** Whether a rule refuses before anything is read from the broker. */
export const isEarly = (rule: TracedRule): boolean =>
  ruleNames.some((name, place) => name === rule && place < ruleNames.indexOf('in step'))

/** What a trace can name: the rules, and what can stop an alert after all rules have passed. */
export const tracedRules = [...ruleNames, 'safety brake', 'request allowance'] as const
export type TracedRule = (typeof tracedRules)[number]

/** The name of each rule as users read it. */
export const ruleLabels: Readonly<Record<TracedRule, string>> = {
  mode: 'mode',
  'trading not paused': 'trading not paused',
  'strategy paused': 'strategy not paused',
  'no limit reached': 'no limit reached',
  credentials: 'credentials',
  'alert age': 'alert age',
  'alert order': 'alert order',
  'position change': 'position change',
  instrument: 'instrument',
  'in step': 'in sync',
  'price sanity': 'price sanity',
  'something to leave': 'something to close',
  'stop to move': 'stop to move',
  cooldown: 'cooldown',
  'dividend date': 'dividend date',
  'loss limits': 'loss limits',
  duplicate: 'duplicate',
  'opposite position': 'opposite position',
  'open positions': 'open positions',
  'positions and orders': 'positions and orders',
  'strategy positions': 'strategy limit',
  'ATR known': 'ATR available',
  size: 'size',
  'stop and limit distance': 'stop and limit distance',
  'market open': 'market open',
  'open risk': 'open risk',
  'ask first': 'approval',
  'safety brake': 'safety brake',
  'request allowance': `${brokerName} request limit`,
}

/** What a user can change so that a rule lets the next alert pass, and the text of the link to it. */
export type RuleFix = { readonly words: string } & (
  | { readonly setting: TradingSettingName | 'mode' | 'credentials' | 'lossLimits' }
  | { readonly page: 'instruments' | 'strategies' }
)

/**
 * A function, so that no Lambda's bundle holds these texts.
 * @returns null for what passes on its own, or can be changed at the top of each screen
 */
export const fixOf = (rule: TracedRule): RuleFix | null => {
  const fixes: Readonly<Record<TracedRule, RuleFix | null>> = {
    mode: { setting: 'mode', words: 'Change mode' },
    credentials: { setting: 'credentials', words: `Add your ${brokerName} credentials` },
    'alert age': { setting: 'maximumAlertAgeInSeconds', words: 'Change this limit' },
    instrument: { page: 'instruments', words: 'Go to instruments' },
    'price sanity': { page: 'instruments', words: 'Check the price multiplier' },
    'strategy paused': { page: 'strategies', words: 'Go to strategies' },
    'in step': { page: 'strategies', words: 'Open your strategies' },
    'strategy positions': { page: 'strategies', words: 'Change this limit' },
    cooldown: { setting: 'instrumentTradeCooldownPeriodInHours', words: 'Change the cooldown' },
    'dividend date': { setting: 'avoidDividendDates', words: 'Change this rule' },
    duplicate: { setting: 'preventDuplicatePositionsForInstrument', words: 'Change this rule' },
    'opposite position': { setting: 'allowHedging', words: 'Change this rule' },
    'open positions': { setting: 'maximumOpenPositions', words: 'Change this limit' },
    'positions and orders': { setting: 'maximumOpenPositionsAndPendingOrders', words: 'Change this limit' },
    'ATR known': { page: 'instruments', words: 'Check the ATR periods and Yahoo symbol' },
    size: { page: 'instruments', words: 'Change the max position size' },
    'stop and limit distance': { page: 'instruments', words: 'Change the stop and profit settings' },
    'safety brake': { setting: 'largestBurst', words: 'Change this limit' },
    'loss limits': { setting: 'lossLimits', words: 'Open your loss limits' },
    'no limit reached': { setting: 'lossLimits', words: 'Open your loss limits' },
    'open risk': { setting: 'lossLimits', words: 'Change this limit' },
    'trading not paused': null,
    'alert order': null,
    'position change': null,
    'something to leave': null,
    'stop to move': null,
    'market open': null,
    'ask first': null,
    'request allowance': null,
  }
  return fixes[rule]
}
