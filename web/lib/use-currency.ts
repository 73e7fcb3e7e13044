import { useQuery } from '@tanstack/react-query'
import type { Currency } from '../../shared/platform/figures.ts'
import { accountQuery } from './account-query.ts'
import { useBroker } from './use-broker.ts'

const noAccount = { mode: 'DEMO', accountId: '', complete: false } as const

/**
 * Returns the currency of the account that alerts trade on. It sends no request, because the account strip has already
 * read the account.
 */
export const useCurrency = (): Currency =>
  useQuery({
    ...accountQuery(useBroker() ?? noAccount),
    enabled: false,
    select: ({ currency }) => currency,
  }).data
