import PanelLeft from '~icons/panel-left'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLocalStorage, useMediaQuery } from 'usehooks-ts'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'
import type { Mode, User } from '../../shared/accounts/user.schema.ts'
import { Busy } from '../components/busy.tsx'
import { Button } from '../components/button.tsx'
import { loadDialogs } from '../components/load-dialogs.ts'
import { mainContentId } from '../components/main-content.ts'
import { StepUpSlot } from '../features/session/step-up-slot.tsx'
import { useGate } from '../features/session/use-gate.ts'
import { useAsking } from '../features/review/use-asking.ts'
import { useTabNews } from '../features/review/use-tab-news.ts'
import { StopAndClose } from '../features/stop-and-close/stop-and-close.tsx'
// Every screen for logged-in users makes calls as soon as it opens, so the client is loaded with the layout.
import '../lib/client.ts'
import { classNames } from '../lib/class-names.ts'
import { accountOf } from '../lib/use-broker.ts'
import { BottomBar, barClass } from './bottom-bar.tsx'
import { DrawerButton } from './drawer-button.tsx'
import { Notices } from './notices.tsx'
import { Palette } from './palette.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useUnread } from './use-unread.ts'

export const DashboardLayout = () => {
  const known = useGate()
  return known ? (
    <Shell {...known} />
  ) : (
    <main className="grid min-h-dvh place-items-center">
      <Busy busy text="Loading">
        {null}
      </Busy>
    </main>
  )
}

type Props = { readonly me: User; readonly settings: UserSettings }

const Shell = ({ me, settings }: Props) => {
  const { mode } = settings
  const account = accountOf(settings)
  const asking = useAsking(settings)
  useTabNews(asking.asks.length + asking.reviews.length)
  const unread = useUnread()
  const { pathname: here, hash } = useLocation()
  /** True at first if the app was opened by the shortcut on a phone's home screen. */
  const [isStopping, setStopping] = useState(hash === 'stop')
  const [isChosenSlim, setSlim] = useLocalStorage('signalpost-slim-sidebar', false)
  const switchSlim = () => setSlim(!isChosenSlim)
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const isNarrow = useMediaQuery('(max-width: 79.99rem)')
  const isSlim = isNarrow || isChosenSlim
  const stop = (className?: string) =>
    account.complete && (
      <StopAndClose account={account} isOpen={isStopping} setOpen={setStopping} className={className} />
    )
  return (
    <div
      className={classNames(
        'min-h-dvh md:grid md:grid-cols-[var(--rail)_minmax(0,1fr)] print:block',
        isSlim ? '[--rail:3.5rem]' : '[--rail:14rem]',
      )}
    >
      {mode === 'LIVE' && (
        <div
          aria-hidden
          className="pointer-events-none fixed inset-0 z-30 border-4 border-bad print:hidden"
        />
      )}
      <a
        href={`#${mainContentId}`}
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-sm text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {!isPhone && <Rail me={me} mode={mode} isSlim={isSlim} onSwitch={isNarrow ? null : switchSlim} />}
      <div className="min-w-0">
        <TopBar settings={settings} account={account} unread={unread} isPhone={isPhone}>
          {!isPhone && stop()}
        </TopBar>
        <Palette me={me} settings={settings} onStop={() => setStopping(true)} onSlim={switchSlim} />
        <main
          id={mainContentId}
          onPointerOver={loadDialogs}
          onFocus={loadDialogs}
          tabIndex={-1}
          // Every screen starts at the same place. Screens are as wide as the window, except for forms, which have a
          // readable width.
          className="w-full p-4 outline-none max-md:pb-20 xl:px-6 xl:pt-6 has-[>div>.late-notices:not(:empty)]:pb-64"
        >
          {/* Shown once the notices above it are known. */}
          <div className={asking.isFirst ? 'invisible' : undefined}>
            <Suspense fallback={null}>
              <Notices
                here={`${here} ${asking.isFirst}`}
                settings={settings}
                asking={asking}
                unread={unread}
              />
              <Outlet />
            </Suspense>
          </div>
        </main>
        <StepUpSlot />
      </div>
      {isPhone && <BottomBar me={me} mode={mode} stop={stop(barClass)} />}
    </div>
  )
}

type RailProps = {
  readonly me: User
  readonly mode: Mode
  readonly isSlim: boolean
  /** Switches between icons only and the whole sidebar; null if the window is too narrow for the whole sidebar. */
  readonly onSwitch: (() => void) | null
}

/** The sidebar beside the page. In a narrow window, a drawer shows the names of its entries. */
const Rail = ({ me, mode, isSlim, onSwitch }: RailProps) => {
  const slimName = isSlim ? 'Show the whole sidebar' : 'Show icons only'
  return (
    <aside className="sticky top-0 h-dvh border-r border-line bg-panel print:hidden">
      <Sidebar
        me={me}
        mode={mode}
        isSlim={isSlim}
        onSwitch={
          onSwitch ? (
            <Button
              kind="bare"
              className="size-9 px-0"
              aria-label={slimName}
              title={slimName}
              onClick={onSwitch}
            >
              <PanelLeft aria-hidden className="size-4" />
            </Button>
          ) : (
            <DrawerButton
              className="button button-bare size-9"
              label={<span className="sr-only">Open menu</span>}
            >
              {(close) => <Sidebar me={me} mode={mode} onChosen={close} />}
            </DrawerButton>
          )
        }
      />
    </aside>
  )
}
