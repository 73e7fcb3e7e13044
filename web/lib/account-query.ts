import { queryOptions } from '@tanstack/react-query'
import { poll } from './polls.ts'
import type { BrokerAccount } from './use-broker.ts'

const accountRefresh = 60_000

export const accountQuery = ({ mode, accountId }: BrokerAccount) =>
  queryOptions({
    queryKey: ['account', mode, accountId],
    queryFn: poll('getBrokerAccount', {}),
    refetchInterval: accountRefresh,
  })
