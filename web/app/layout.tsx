import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLocalStorage } from 'usehooks-ts'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'
import type { User } from '../../shared/accounts/user.schema.ts'
import { Busy } from '../components/busy.tsx'
import { loadDialogs } from '../components/load-dialogs.ts'
import { mainContentId } from '../components/main-content.ts'
import { ModeBadge } from '../components/mode-badge.tsx'
import { StepUpSlot } from '../features/session/step-up-slot.tsx'
import { useGate } from '../features/session/use-gate.ts'
import { ReviewNotice } from '../features/review/review-notice.tsx'
import { useAsking } from '../features/review/use-asking.ts'
import { useTabNews } from '../features/review/use-tab-news.ts'
import { StopAndClose } from '../features/stop-and-close/stop-and-close.tsx'
import { TradingControl } from '../features/trading-pause/trading-control.tsx'
// Every screen behind the gate calls at once, so the client comes with it and not after it.
import '../lib/client.ts'
import { AccountStrip } from '../features/account-strip/account-strip.tsx'
import { classNames } from '../lib/class-names.ts'
import { accountOf, type BrokerAccount, keyOf } from '../lib/use-broker.ts'
import { DrawerButton } from './drawer-button.tsx'
import { Palette } from './palette.tsx'
import { PaletteButton } from './palette-button.tsx'
import { ReadingNotice } from './reading-notice.tsx'
import { Sidebar } from './sidebar.tsx'

/** Only who may be asked needs it. */
const AskedAlerts = lazy(async () => ({
  default: (await import('../features/ask-first/asked-alerts.tsx')).AskedAlerts,
}))

/** Seldom needed. */
const WaitingExits = lazy(async () => ({
  default: (await import('../features/review/waiting-exits.tsx')).WaitingExits,
}))

/** Only who has paused needs them. */
const PauseNotices = lazy(async () => ({
  default: (await import('../features/trading-pause/pause-notices.tsx')).PauseNotices,
}))

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
  const isLive = mode === 'LIVE'
  const account = accountOf(settings)
  const { asks, held, waits, reviews } = useAsking(settings)
  useTabNews(asks.length + reviews.length)
  const [isStopping, setStopping] = useState(false)
  const [isSlim, setSlim] = useLocalStorage('signalpost-slim-sidebar', false)
  const switchSlim = () => setSlim(!isSlim)
  return (
    <div
      className={classNames(
        'min-h-dvh lg:grid print:block',
        isSlim ? 'lg:grid-cols-[4.25rem_minmax(0,1fr)]' : 'lg:grid-cols-[17rem_minmax(0,1fr)]',
      )}
    >
      {isLive && (
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
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-panel lg:block print:hidden">
        <Sidebar me={me} mode={mode} isSlim={isSlim} onSlim={switchSlim} />
      </aside>
      <div className="min-w-0">
        {/* On a phone the figures scroll away and the acts stay. */}
        <header
          className={`sticky z-20 flex flex-col border-b border-line bg-panel print:hidden md:top-0 ${account.complete ? '-top-20' : 'top-0'}`}
        >
          {account.complete && (
            <div className="px-4 pt-2 max-md:h-20 md:order-last md:px-6 md:pt-0 md:pb-2">
              <AccountStrip key={keyOf(account)} account={account} />
            </div>
          )}
          <div className="flex min-h-14 flex-wrap items-center gap-3 px-4 py-2 md:px-6">
            <div className="lg:hidden">
              <DrawerButton>{(close) => <Sidebar me={me} mode={mode} onChosen={close} />}</DrawerButton>
            </div>
            {/* A whole sidebar shows it itself. */}
            <span className={isSlim ? '' : 'lg:hidden'}>
              <ModeBadge mode={mode} />
            </span>
            <AccountInUse account={account} />
            <PaletteButton />
            <Palette me={me} settings={settings} onStop={() => setStopping(true)} onSlim={switchSlim} />
            <TradingControl settings={settings} />
            {account.complete && <StopAndClose account={account} isOpen={isStopping} setOpen={setStopping} />}
          </div>
        </header>
        <main
          id={mainContentId}
          onPointerOver={loadDialogs}
          onFocus={loadDialogs}
          tabIndex={-1}
          // Every screen begins at the same place; what is read and not compared stays narrower.
          className="mx-auto w-full max-w-[112rem] p-4 outline-none md:p-6 [:where(&>:not(:has([data-wide])))]:max-w-7xl"
        >
          {/* What is answered within a minute stands above whatever else may appear. */}
          {asks.length > 0 && (
            <Suspense fallback={null}>
              <AskedAlerts asks={asks} />
            </Suspense>
          )}
          <ReadingNotice />
          <ReviewNotice reviews={reviews} />
          {waits.length > 0 && (
            <Suspense fallback={null}>
              <WaitingExits waits={waits} />
            </Suspense>
          )}
          {(settings.tradingPause ?? settings.fullStop ?? settings.trips?.[0]) && (
            <Suspense fallback={null}>
              <PauseNotices settings={settings} held={held} />
            </Suspense>
          )}
          <Outlet />
        </main>
        <StepUpSlot />
      </div>
    </div>
  )
}

/** Which account an order would reach now. */
const AccountInUse = ({ account: { mode, accountId } }: { readonly account: BrokerAccount }) => {
  const isLive = mode === 'LIVE'
  return (
    <p className="truncate text-sm text-muted max-lg:hidden">
      {accountId ? (
        <>
          {isLive ? 'Live' : 'Demo'} account <span className="font-medium text-ink">{accountId}</span>
        </>
      ) : (
        `No ${isLive ? 'live' : 'demo'} account set`
      )}
    </p>
  )
}
