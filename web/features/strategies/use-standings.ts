import { useQuery } from '@tanstack/react-query'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Group } from '../../../shared/journal/journal.schema.ts'
import type { LimitsView } from '../../../shared/limits/limits.schema.ts'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import { accountQuery } from '../../lib/account-query.ts'
import { newestAlertsQuery } from '../../lib/alerts-query.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { journalQuery } from '../../lib/journal-queries.ts'

/** What a strategy is compared by. */
export type Standing = {
  readonly currency: string
  /** What its trades of this month made; undefined: none closed, or that is not known. */
  readonly month: Group | undefined
  /** Its newest alert, if it is among the account's newest. */
  readonly alert: AlertLine | undefined
  /** How much of the limits set for it alone is used. */
  readonly limits: LimitsView['limits']
}

/** Of each strategy, from what other screens read already. */
export const useStandings = (mode: Mode, account: BrokerAccount): ((strategy: string) => Standing) => {
  const { data: journal } = useQuery(journalQuery({ mode, period: 'month' }))
  const { data: newest } = useQuery(newestAlertsQuery)
  const { data: facts } = useQuery({ ...accountQuery(account), enabled: account.complete })
  const limits = account.mode === mode ? (facts?.limits?.limits ?? []) : []
  return (strategy) => ({
    currency: journal?.account?.currency ?? 'GBP',
    month: journal?.breakdowns.strategy?.find(({ key }) => key === strategy),
    alert: newest?.results.find((line) => line.mode === mode && (line.strategy ?? '') === strategy),
    limits: limits.filter((limit) => limit.strategy === strategy),
  })
}
