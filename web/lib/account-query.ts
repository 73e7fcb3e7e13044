import { queryOptions } from '@tanstack/react-query'
import type { BrokerAccount as Facts } from '../../shared/deals/dealing.schema.ts'
import { timeZone } from './format.ts'
import { poll } from './polls.ts'
import type { BrokerAccount } from './use-broker.ts'

/** The balance plus the profit of open positions; null if IG doesn’t report both. */
export const equityOf = ({ balance, profitLoss }: Pick<Facts, 'balance' | 'profitLoss'>): number | null =>
  balance === null || profitLoss === null ? null : balance + profitLoss

const accountRefresh = 60_000

export const accountQuery = ({ mode, accountId }: BrokerAccount) =>
  queryOptions({
    queryKey: ['account', mode, accountId],
    queryFn: poll('getBrokerAccount', { zone: timeZone() }),
    refetchInterval: accountRefresh,
    // Several parts of a screen use this query. The later parts must not send it again.
    staleTime: accountRefresh / 2,
  })
