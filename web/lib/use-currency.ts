import { useQuery } from '@tanstack/react-query'
import type { Currency } from '../../shared/platform/figures.ts'
import { accountQuery } from './account-query.ts'
import { useBroker } from './use-broker.ts'

const noAccount = { mode: 'DEMO', accountId: '', complete: false } as const

/** The currency of the account that is traded on, as the strip with its figures read it: this asks for nothing itself. */
export const useCurrency = (): Currency =>
  useQuery({
    ...accountQuery(useBroker() ?? noAccount),
    enabled: false,
    select: ({ currency }) => currency,
  }).data
