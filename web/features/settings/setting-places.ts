import { limitLabels, limitNames } from '../../../shared/limits/loss-limits.ts'
import { tradingSettingList } from '../../../shared/settings/trading-settings.ts'
import { aboutRule, tracedRules } from '../../../shared/trading/model/rule-names.ts'

/** The sections of the settings page. The settings that traders change most often come first. */
export const settingSections = [
  { focus: 'lossLimits', label: 'Loss limits' },
  { focus: 'tradingRules', label: 'Trading rules' },
  { focus: 'mode', label: 'Mode' },
  { focus: 'credentials', label: 'IG credentials' },
] as const

/** A setting that can be searched for by its label or by other words that traders use for it. */
type SettingPlace = {
  readonly label: string
  readonly section: string
  readonly words: string
  readonly to: string
  readonly focus?: string
}

const limitWords: Readonly<Record<string, string>> = {
  lossToday: 'daily loss limit, max loss per day',
  fallToday: 'trailing daily drawdown, give back profit',
  drawdown: 'max drawdown, trailing drawdown, total loss',
  losingTrades: 'consecutive losses, losing streak',
  tradesToday: 'max trades per day',
  profitTarget: 'daily profit target, take profit for the day',
  openRisk: 'portfolio risk, exposure, risk of all positions',
}

const to = '/dashboard/settings'

/** Returns the names of the rules that depend on a setting. Refusals use these names. */
const rulesOf = (setting: string) =>
  tracedRules.flatMap((rule) => {
    const { fix, label } = aboutRule[rule]
    return fix && 'setting' in fix && fix.setting === setting ? label : []
  })

export const settingPlaces: readonly SettingPlace[] = [
  ...[...limitNames, 'openRisk' as const].map((focus) => ({
    label: focus === 'openRisk' ? 'Open risk' : limitLabels[focus],
    section: 'Loss limits',
    words: limitWords[focus] ?? '',
    to,
    focus,
  })),
  ...tradingSettingList.map(([focus, { label, hint = '' }]) => ({
    label,
    section: 'Trading rules',
    words: [hint, ...rulesOf(focus)].join(' '),
    to,
    focus,
  })),
  { label: 'App mode', section: 'Settings', words: 'demo live trading', to, focus: 'mode' },
  {
    label: 'IG credentials',
    section: 'Settings',
    words: 'username password API key account ID webhook secret connection',
    to,
    focus: 'credentials',
  },
  {
    label: 'Max position size',
    section: 'Instruments',
    words: 'maximum position size of an instrument',
    to: '/dashboard/instruments',
  },
  {
    label: 'Price multiplier',
    section: 'Instruments',
    words: 'TradingView points price sanity',
    to: '/dashboard/instruments',
  },
  {
    label: 'Stop and target by ATR',
    section: 'Instruments',
    words: 'stop loss take profit period distance',
    to: '/dashboard/instruments',
  },
  {
    label: 'Quiet hours and daily summary',
    section: 'Notifications',
    words: 'time zone silent email',
    to: '/dashboard/notifications',
  },
  {
    label: 'Limits and rules of one strategy',
    section: 'Strategies',
    words: 'break-even trailing stop size percent loss today cooldown flat',
    to: '/dashboard/strategies',
  },
  {
    label: 'Passkeys, second factor and API tokens',
    section: 'Account',
    words: 'password security 2FA recovery codes sessions',
    to: '/dashboard/account',
  },
]
