import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Mode, User } from '../../shared/accounts/user.schema.ts'
import { positionsKey } from '../lib/positions-query.ts'
import { statsKey } from '../lib/stats-query.ts'
import { DrawerButton } from './drawer-button.tsx'
import { paletteAsked } from './palette-button.tsx'
import { Sidebar, useEntries } from './sidebar.tsx'

export const barClass =
  'relative grid h-14 content-center justify-items-center gap-1 rounded-none text-xs font-medium [&>svg]:size-5'

type Props = {
  readonly me: User
  readonly mode: Mode
  readonly stop: ReactNode
}

/** The bar at the bottom of a phone's screen, with the most used screens, Stop, and the menu. */
export const BottomBar = ({ me, mode, stop }: Props) => {
  const entries = useEntries(me)
  const open = useOpenCount()
  const linkTo = (page: 'overview' | 'positions' | 'journal') =>
    entries
      .filter(({ to }) => to === `/dashboard/${page}`)
      .map(({ to, icon: Icon, label }) => (
        <Link key={to} to={to} className={`${barClass} text-muted aria-[current=page]:text-accent`}>
          <Icon aria-hidden />
          {label}
          {page === 'positions' && open !== null && open > 0 && (
            <span className="absolute top-1 left-1/2 ml-2 min-w-4.5 rounded-full bg-accent px-1 text-center leading-4 text-accent-ink">
              {open}
              <span className="sr-only"> open</span>
            </span>
          )}
        </Link>
      ))
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {linkTo('overview')}
      {linkTo('positions')}
      {stop}
      {linkTo('journal')}
      <DrawerButton className={`${barClass} text-muted`} label="More">
        {(close) => (
          <Sidebar
            me={me}
            mode={mode}
            onChosen={close}
            onSearch={() => {
              close()
              dispatchEvent(new Event(paletteAsked))
            }}
          />
        )}
      </DrawerButton>
    </nav>
  )
}

/** The number of open positions when a screen last read them; null if no screen has read them. */
const useOpenCount = (): number | null => {
  const queries = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (changed) => queries.subscribe(changed),
    () => {
      const [newest] = [positionsKey, statsKey]
        .flatMap((queryKey) => queries.findAll({ queryKey }))
        .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
      const { openPositionsCount, count } = (newest?.state.data ?? {}) as Readonly<
        Record<string, number | undefined>
      >
      return openPositionsCount ?? count ?? null
    },
  )
}
