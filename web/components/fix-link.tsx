import { Link } from '@tanstack/react-router'
import type { TradingSettingName } from '../../shared/settings/trading-settings.ts'
import type { TraceStep } from '../../shared/trading/model/outcome.schema.ts'

type RefusalFix =
  | {
      readonly setting: TradingSettingName | 'mode' | 'credentials' | 'lossLimits'
      readonly words: string
    }
  | { readonly instrument: true; readonly words: string }
  | { readonly strategies: true; readonly words: string }

/** What would change a rule's verdict; null for what passes on its own, or can be changed at the top of each screen. */
const fixes: Readonly<Record<TraceStep['rule'], RefusalFix | null>> = {
  mode: { setting: 'mode', words: 'Change mode' },
  credentials: { setting: 'credentials', words: 'Add your IG credentials' },
  'alert age': { setting: 'maximumAlertAgeInSeconds', words: 'Change this limit' },
  instrument: { instrument: true, words: 'Go to instruments' },
  'price sanity': { instrument: true, words: 'Check the price multiplier' },
  'strategy paused': { strategies: true, words: 'Go to strategies' },
  'in step': { strategies: true, words: 'Open your strategies' },
  'strategy positions': { strategies: true, words: 'Change this limit' },
  cooldown: { setting: 'instrumentTradeCooldownPeriodInHours', words: 'Change the cooldown' },
  'dividend date': { setting: 'avoidDividendDates', words: 'Change this rule' },
  duplicate: { setting: 'preventDuplicatePositionsForInstrument', words: 'Change this rule' },
  'opposite position': { setting: 'allowHedging', words: 'Change this rule' },
  'open positions': { setting: 'maximumOpenPositions', words: 'Change this limit' },
  'positions and orders': { setting: 'maximumOpenPositionsAndPendingOrders', words: 'Change this limit' },
  'ATR known': { instrument: true, words: 'Check the ATR periods and Yahoo symbol' },
  size: { instrument: true, words: 'Change the max position size' },
  'stop and limit distance': { instrument: true, words: 'Change the stop and profit settings' },
  'safety brake': { setting: 'largestBurst', words: 'Change this limit' },
  'loss limits': { setting: 'lossLimits', words: 'Open your loss limits' },
  'no limit reached': { setting: 'lossLimits', words: 'Open your loss limits' },
  'open risk': { setting: 'lossLimits', words: 'Change this limit' },
  ...{ 'trading not paused': null, 'alert order': null, 'position change': null, 'something to leave': null },
  ...{ 'stop to move': null, 'market open': null, 'ask first': null, 'request allowance': null },
}

/** The trading setting that decides a rule; undefined if it is decided by something else. */
export const settingOf = (rule: TraceStep['rule']): TradingSettingName | undefined => {
  const fix = fixes[rule]
  const setting = fix && 'setting' in fix ? fix.setting : undefined
  return setting === 'mode' || setting === 'credentials' || setting === 'lossLimits' ? undefined : setting
}

const look = 'ml-1.5 font-medium whitespace-nowrap text-accent underline underline-offset-2'

/** Leads from a refusal to what would change it: there it has the focus. */
export const FixLink = ({
  rule,
  market,
}: {
  readonly rule: TraceStep['rule']
  readonly market: string | undefined
}) => {
  const fix = fixes[rule]
  if (!fix) return null
  if ('strategies' in fix)
    return (
      <Link to="/dashboard/strategies" className={look}>
        {fix.words}
      </Link>
    )
  return 'setting' in fix ? (
    <Link to="/dashboard/settings" search={{ focus: fix.setting }} resetScroll={false} className={look}>
      {fix.words}
    </Link>
  ) : (
    <Link to="/dashboard/instruments" search={market ? { q: market } : {}} className={look}>
      {fix.words}
    </Link>
  )
}
