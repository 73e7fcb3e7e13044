/** The rules in their order; a trace names them. */
export const ruleNames = [
  'mode',
  'trading not paused',
  'credentials',
  'alert age',
  'position change',
  'instrument',
  'price sanity',
  'cooldown',
  'dividend date',
  'duplicate',
  'opposite position',
  'open positions',
  'positions and orders',
  'ATR known',
  'size',
  'stop and limit distance',
  'market open',
  'ask first',
] as const
export type RuleName = (typeof ruleNames)[number]
