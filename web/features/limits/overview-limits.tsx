import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { accountQuery } from '../../lib/account-query.ts'

const LimitBars = lazy(async () => ({ default: (await import('./limit-bars.tsx')).LimitBars }))

/** The limits of an account that has some. */
export const OverviewLimits = ({ account }: { readonly account: BrokerAccount }) => {
  const { data } = useQuery(accountQuery(account))
  return data?.limits ? (
    <Suspense fallback={null}>
      <LimitBars view={data.limits} />
    </Suspense>
  ) : null
}
