import { queryOptions } from '@tanstack/react-query'
import { timeZone } from './format.ts'
import { poll } from './polls.ts'
import type { BrokerAccount } from './use-broker.ts'

const accountRefresh = 60_000

export const accountQuery = ({ mode, accountId }: BrokerAccount) =>
  queryOptions({
    queryKey: ['account', mode, accountId],
    queryFn: poll('getBrokerAccount', { zone: timeZone() }),
    refetchInterval: accountRefresh,
  })
