import { useRouterState } from '@tanstack/react-router'
import Menu from '~icons/menu'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const Drawer = lazy(() => import('./drawer.tsx').then((module) => ({ default: module.Drawer })))

/** Opens the drawer, which is loaded with the first opening: a large screen never needs it. */
export const DrawerButton = ({ children }: { readonly children: (close: () => void) => ReactNode }) => {
  const here = useRouterState({ select: ({ location }) => location.href })
  /** The address it was opened at: Back and Forward close it, too. */
  const [openedAt, setOpenedAt] = useState<string>()
  const close = () => setOpenedAt(undefined)
  const open = openedAt === here
  if (openedAt !== undefined && !open) close()
  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="grid size-9 shrink-0 place-items-center rounded-md border border-edge hover:bg-ground"
        onClick={() => setOpenedAt(here)}
      >
        <Menu aria-hidden className="size-4" />
      </button>
      {open && (
        <Suspense>
          <Drawer onClose={close}>{children(close)}</Drawer>
        </Suspense>
      )}
    </>
  )
}
