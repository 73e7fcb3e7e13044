import { lazy, type ReactNode } from 'react'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'
import { ModeBadge } from '../components/mode-badge.tsx'
import { AccountStrip } from '../features/account-strip/account-strip.tsx'
import { TradingControl, TradingState } from '../features/trading-pause/trading-control.tsx'
import { type BrokerAccount, keyOf } from '../lib/use-broker.ts'
import { PaletteButton } from './palette-button.tsx'
import type { Unread } from './use-unread.ts'

/** Loaded only when the sheet that shows the limits opens. */
const OverviewLimits = lazy(async () => ({
  default: (await import('../features/limits/overview-limits.tsx')).OverviewLimits,
}))

type Props = {
  readonly settings: UserSettings
  readonly account: BrokerAccount
  readonly unread: Unread | null
  readonly isPhone: boolean
  /** The Stop button, which on phones is in the bar at the bottom instead. */
  readonly children: ReactNode
}

/** The bar above every screen, with the account's figures, the state of trading, and the search. */
export const TopBar = ({ settings, account, unread, isPhone, children }: Props) => (
  <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-panel px-3 min-[375px]:px-4 md:h-14 xl:gap-3 xl:px-6 print:hidden">
    {account.complete ? (
      <AccountStrip key={keyOf(account)} account={account} limits={<OverviewLimits account={account} />}>
        {isPhone && <TradingControl settings={settings} />}
      </AccountStrip>
    ) : (
      <div className="flex-1">{isPhone && <TradingControl settings={settings} />}</div>
    )}
    <AccountInUse account={account} />
    <TradingState settings={settings} unread={unread?.who} />
    {!isPhone && <TradingControl settings={settings} />}
    {children}
    {/* Below a large screen the text would take a figure's place; on phones it is in the menu. */}
    <div className="max-md:hidden max-2xl:[&_kbd]:hidden max-2xl:[&_span]:sr-only max-2xl:[&>button]:px-2.5">
      <PaletteButton />
    </div>
  </header>
)

/** Shows the mode, and the account that an order would reach now. */
const AccountInUse = ({ account: { mode, accountId } }: { readonly account: BrokerAccount }) => {
  const kind = mode === 'LIVE' ? 'Live' : 'Demo'
  return (
    <p className="grid shrink-0 justify-items-start text-xs whitespace-nowrap text-muted max-[90rem]:hidden">
      <ModeBadge mode={mode} />
      {accountId ? (
        <span>
          <span className="sr-only">{kind} account </span>
          {accountId}
        </span>
      ) : (
        `No ${kind.toLowerCase()} account set`
      )}
    </p>
  )
}
