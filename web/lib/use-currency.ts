import { useQuery } from '@tanstack/react-query'
import { accountQuery } from './account-query.ts'
import { useBroker } from './use-broker.ts'

const noAccount = { mode: 'DEMO', accountId: '', complete: false } as const

/** The currency of the account that is traded on; undefined while it is not known. */
export const useCurrency = (): string | undefined => {
  const account = useBroker() ?? noAccount
  const { data } = useQuery({ ...accountQuery(account), enabled: account.complete })
  return data?.currency ?? undefined
}
