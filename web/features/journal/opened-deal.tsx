import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Position } from '../../../shared/deals/dealing.schema.ts'

/** Loaded when the user first opens a row, because it includes the chart. */
const DealDrawer = lazy(async () => ({ default: (await import('./deal-drawer.tsx')).DealDrawer }))

/**
 * Returns the deal that is open beside its list. Its ID is in the page's address, so that a link can open it and the
 * Back button closes it.
 */
export const useOpenedDeal = () => {
  const { deal } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (next: string | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      resetScroll: false,
      replace,
      search: (before: object) => ({ ...before, deal: next }),
    })
  return { opened: deal, open: (dealId: string) => go(dealId, false), close: () => go(undefined, true) }
}

export const OpenedDeal = ({ listed }: { readonly listed: readonly Position[] }) => {
  const { opened, close } = useOpenedDeal()
  const position = listed.find(({ dealId }) => dealId === opened)
  return (
    opened !== undefined && (
      <Suspense fallback={null}>
        <DealDrawer key={opened} dealId={opened} listed={position} onClose={close} />
      </Suspense>
    )
  )
}
