import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TradingSettingName } from '../../shared/settings/trading-settings.ts'
import { aboutRule, type TracedRule } from '../../shared/trading/model/rule-names.ts'

/** Returns the trading setting that a rule checks; undefined if there is none. */
export const settingOf = (rule: TracedRule): TradingSettingName | undefined => {
  const { fix } = aboutRule[rule]
  const setting = fix && 'setting' in fix ? fix.setting : undefined
  return setting === 'mode' || setting === 'credentials' || setting === 'lossLimits' ? undefined : setting
}

const inText = 'text-link ml-1.5 inline-block whitespace-nowrap underline'

type Props = {
  readonly rule: TracedRule
  readonly market: string | undefined
  /** Renders the link's content from its text. */
  readonly show?: (words: string) => ReactNode
  readonly className?: string
}

/**
 * Links a refusal to the page where the user can change its cause. If that cause is a single field, it gets the focus.
 */
export const FixLink = ({ rule, market, show = (words) => words, className: look = inText }: Props) => {
  const { fix } = aboutRule[rule]
  if (!fix) return null
  if ('setting' in fix)
    return (
      <Link to="/dashboard/settings" search={{ focus: fix.setting }} className={look}>
        {show(fix.words)}
      </Link>
    )
  if (fix.page === 'instruments' && fix.field && market)
    return (
      <Link
        to="/dashboard/instruments/$market"
        params={{ market }}
        search={{ focus: fix.field }}
        className={look}
      >
        {show(fix.words)}
      </Link>
    )
  return (
    <Link
      to={`/dashboard/${fix.page}`}
      search={fix.page === 'instruments' && market ? { q: market } : {}}
      className={look}
    >
      {show(fix.words)}
    </Link>
  )
}
