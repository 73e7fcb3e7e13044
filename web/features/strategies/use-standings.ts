import { useQuery } from '@tanstack/react-query'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Group } from '../../../shared/journal/journal.schema.ts'
import type { LimitsView } from '../../../shared/limits/limits.schema.ts'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { Currency } from '../../../shared/platform/figures.ts'
import { accountQuery } from '../../lib/account-query.ts'
import { newestAlertsQuery } from '../../lib/alerts-query.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { journalQuery } from '../../lib/journal-queries.ts'

/** The figures by which strategies are compared. */
export type Standing = {
  readonly currency: Currency
  /** The result of the trades that were closed this month; undefined if there are none or if it is unknown. */
  readonly month: Group | undefined
  /** The strategy's newest alert, if it is among the user's newest alerts. */
  readonly alert: AlertLine | undefined
  /** The limits that apply only to this strategy, with how much of each is used. */
  readonly limits: LimitsView['limits']
}

/** Returns a function that returns a strategy's figures. They come from queries that other screens also use. */
export const useStandings = (mode: Mode, account: BrokerAccount): ((strategy: string) => Standing) => {
  const { data: journal } = useQuery(journalQuery({ mode, period: 'month' }))
  const { data: newest } = useQuery(newestAlertsQuery)
  const { data: facts } = useQuery({ ...accountQuery(account), enabled: account.complete })
  const limits = account.mode === mode ? (facts?.limits?.limits ?? []) : []
  return (strategy) => ({
    currency: journal?.account?.currency,
    month: journal?.breakdowns.strategy?.find(({ key }) => key === strategy),
    alert: newest?.results.find((line) => line.mode === mode && (line.strategy ?? '') === strategy),
    limits: limits.filter((limit) => limit.strategy === strategy),
  })
}
