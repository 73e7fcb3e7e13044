import { lazy, Suspense } from 'react'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { useOpenDeal } from './use-open-deal.ts'

/** With its chart, it comes when a row is opened. */
const DealDrawer = lazy(async () => ({ default: (await import('./deal-drawer.tsx')).DealDrawer }))

/** The position that the address names, over its list. */
export const OpenedDeal = ({ listed }: { readonly listed: readonly Position[] }) => {
  const { dealId: opened, close } = useOpenDeal()
  return (
    opened !== undefined && (
      <Suspense fallback={null}>
        <DealDrawer
          key={opened}
          dealId={opened}
          listed={listed.find(({ dealId }) => dealId === opened)}
          onClose={close}
        />
      </Suspense>
    )
  )
}
