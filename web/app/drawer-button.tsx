import { useRouterState } from '@tanstack/react-router'
import Menu from '~icons/menu'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const Drawer = lazy(() => import('./drawer.tsx').then((module) => ({ default: module.Drawer })))

type Props = {
  readonly label: ReactNode
  readonly className: string
  readonly children: (close: () => void) => ReactNode
}

/** Opens the drawer. The drawer's code is loaded when it is first opened, because a large screen never needs it. */
export const DrawerButton = ({ label, className, children }: Props) => {
  const here = useRouterState({ select: ({ location }) => location.href })
  /** The address at which the drawer was opened. Back and Forward close the drawer. */
  const [openedAt, setOpenedAt] = useState<string>()
  const close = () => setOpenedAt(undefined)
  const open = openedAt === here
  if (openedAt !== undefined && !open) close()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={className}
        onClick={() => setOpenedAt(here)}
      >
        <Menu aria-hidden className="size-4" />
        {label}
      </button>
      {open && (
        <Suspense>
          <Drawer onClose={close}>{children(close)}</Drawer>
        </Suspense>
      )}
    </>
  )
}
