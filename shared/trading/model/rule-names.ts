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
