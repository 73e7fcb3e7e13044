import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useEntries } from './sidebar.tsx'
import { goKeys } from './go-keys.ts'
import { useKeyShortcuts } from './use-key-shortcuts.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { overlayClass, useFocusBack } from '../components/dialog-frame.ts'
import { OutcomeBadge } from '../components/outcome-badge.tsx'
import { nameOf, newestAlertsQuery } from '../lib/alerts-query.ts'
import { formatNumber } from '../../shared/platform/figures.ts'
import { formatClock } from '../lib/format.ts'
import { marketOf } from '../lib/market-of.ts'
import { ordersQuery } from '../lib/orders-query.ts'
import { positionsQuery } from '../lib/positions-query.ts'
import { showSetting } from '../lib/use-focused-setting.ts'
import { wordSearch } from '../../shared/platform/word-search.ts'
import { credentialsComplete } from '../../shared/settings/credentials.ts'
import { instrumentsQuery } from '../features/instruments/queries.ts'
import { settingPlaces } from '../features/settings/setting-places.ts'
import { tradingStateOf } from '../features/trading-pause/trading-state.ts'
import { useSignInRefused } from '../features/trading-pause/use-sign-in-refused.ts'
import { useTradingPause } from '../features/trading-pause/use-trading-pause.ts'
import { usersQuery } from '../features/administration/users-query.ts'
import type { Order, Position } from '../../shared/deals/dealing.schema.ts'
import type { User } from '../../shared/accounts/user.schema.ts'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'

export type PaletteProps = {
  readonly me: User
  readonly settings: UserSettings
  readonly onStop: () => void
  readonly onSlim: () => void
}

type Props = PaletteProps & {
  readonly open: boolean
  readonly begins: 'search' | 'shortcuts'
  readonly onShortcuts: () => void
  readonly onDone: () => void
}

/** Maximum number of results of each kind. The full list is on its own page. */
const most = 5
/** Milliseconds between the last keystroke and the server's search. */
const typing = 250

const firstOf = (q: string) => ({ page: 1, size: most, q })

const has = (text: string, q: string) => wordSearch(q)(text.toLowerCase())

export const PaletteBox = (props: Props) => {
  const { open, begins, onDone } = props
  const focusBack = useFocusBack()
  return (
    <Dialog.Root open={open} onOpenChange={(stays) => !stays && onDone()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focusBack}
          className="fade-in fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-panel shadow-xl"
        >
          <Dialog.Title className="sr-only">
            {begins === 'shortcuts' ? 'Keyboard shortcuts' : 'Search'}
          </Dialog.Title>
          {begins === 'shortcuts' ? <Shortcuts me={props.me} /> : <Search {...props} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const shortcuts = [
  ['Ctrl or ⌘ + K', 'Search pages, settings, markets, alerts and deals, or choose an action'],
  ['[', 'Show the sidebar as icons, or in full'],
  ['?', 'Show these shortcuts'],
  ['Esc', 'Close a dialog'],
] as const

const Shortcuts = ({ me }: Pick<Props, 'me'>) => {
  const [areKeysOn, setKeysOn] = useKeyShortcuts()
  const pages = useEntries(me).flatMap(({ to, label }) => (goKeys[to] ? [[`g ${goKeys[to]}`, label]] : []))
  return (
    <div className="grid max-h-[80vh] gap-4 overflow-y-auto p-6">
      <h2 className="text-base font-semibold">Keyboard shortcuts</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3 text-sm">
        {[...shortcuts, ...pages].map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded border border-line px-1.5 py-0.5 font-sans text-xs">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Single keys are shortcuts"
        checked={areKeysOn}
        onChange={setKeysOn}
        className="border-t border-line pt-4 text-sm"
      />
    </div>
  )
}

const Search = (props: Props) => {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const q = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(q), typing)
    return () => clearTimeout(timer)
  }, [q])
  const pages = usePages(props, q)
  const acts = useActs(props, q)
  const lists = useLists(props, asked)
  return (
    <Command label="Search" shouldFilter={false} loop>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder="Search pages, settings, markets, deals…"
        className="w-full border-b border-line bg-transparent px-5 py-4 text-base outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[60vh] overflow-y-auto p-2 text-sm">
        <Command.Empty className="p-6 text-center text-muted">Nothing found.</Command.Empty>
        {Object.entries({ ...pages, Act: acts, ...lists }).map(
          ([heading, found]) =>
            found.length > 0 && (
              <Command.Group
                key={heading}
                heading={heading}
                className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
              >
                {found.map(({ id, text, more, badge, run }) => (
                  <Command.Item
                    key={id}
                    value={`${heading} ${id}`}
                    onSelect={() => {
                      // The palette closes first, because the command may open a dialog.
                      props.onDone()
                      void run()
                    }}
                    className="flex cursor-pointer items-baseline gap-3 rounded-md px-3 py-2 aria-selected:bg-accent/10 pointer-coarse:min-h-11"
                  >
                    <span className="font-medium">{text}</span>
                    {more && <span className="min-w-0 truncate text-xs text-muted">{more}</span>}
                    {badge && <span className="ml-auto">{badge}</span>}
                  </Command.Item>
                ))}
              </Command.Group>
            ),
        )}
      </Command.List>
    </Command>
  )
}

type Found = {
  /** Unique under its heading. */
  readonly id: string
  readonly text: string
  readonly more?: string
  readonly badge?: ReactNode
  readonly run: () => unknown
}
type Groups = Readonly<Record<string, readonly Found[]>>

const usePages = ({ me }: Props, q: string): Groups => {
  const navigate = useNavigate()
  const pages = useEntries(me).filter(({ label, description }) => has(`${label} ${description}`, q))
  const settings = settingPlaces
    .filter(({ label, section, words }) => q !== '' && has(`${label} ${section} ${words}`, q))
    // Settings whose label matches come before settings of which only the description matches.
    .toSorted((one, other) => Number(has(other.label, q)) - Number(has(one.label, q)))
  return {
    Pages: pages.map(({ to, label, description }) => ({
      id: to,
      text: label,
      more: description,
      run: () => navigate({ to }),
    })),
    Settings: settings.slice(0, most).map(({ label, section, to, focus }) => ({
      id: label,
      text: label,
      more: section,
      run: async () => {
        await navigate({ to, search: focus ? { focus } : {} })
        // Needed if the page is already at the setting's address, because no navigation happens then.
        if (focus) showSetting(focus)
      },
    })),
  }
}

const useActs = ({ settings, onStop, onSlim, onShortcuts }: Props, q: string): readonly Found[] => {
  const { act } = tradingStateOf(settings, useSignInRefused())
  const pause = useTradingPause()
  const acts: readonly (readonly [isPossible: boolean, text: string, run: () => unknown])[] = [
    [act === 'pause', 'Pause trading', () => pause.mutate({ paused: true })],
    [act === 'resume', 'Resume trading', () => pause.mutate({ paused: false })],
    [credentialsComplete(settings, settings.mode), 'Stop and close…', onStop],
    [true, 'Show or hide the sidebar’s names', onSlim],
    [true, 'Keyboard shortcuts', onShortcuts],
  ]
  return acts.flatMap(([isPossible, text, run]) =>
    isPossible && has(text, q) ? [{ id: text, text, run }] : [],
  )
}

/** The results that the server finds. */
const useLists = ({ me, settings }: Props, q: string): Groups => {
  const navigate = useNavigate()
  const enabled = q.length > 1
  const atIg = enabled && credentialsComplete(settings, settings.mode)
  const { data: instruments } = useQuery({ ...instrumentsQuery(firstOf(q)), enabled })
  const { data: positions } = useQuery({ ...positionsQuery(firstOf(q)), enabled: atIg })
  const { data: orders } = useQuery({ ...ordersQuery(firstOf(q)), enabled: atIg })
  const { data: users } = useQuery({ ...usersQuery(firstOf(q)), enabled: enabled && me.role === 'ADMIN' })
  const { data: newest } = useQuery({ ...newestAlertsQuery, enabled })
  if (!enabled) return {}
  const alerts = (newest?.results ?? []).filter((line) =>
    has(`${nameOf(line)} ${line.market} ${line.alertId} ${line.strategy ?? ''} ${line.message ?? ''}`, q),
  )
  const deal = (each: Position | Order) => ({
    id: each.dealId,
    text: marketOf(each),
    more: `${each.direction} ${formatNumber(each.size)} · ${each.dealId}`,
  })
  return {
    Positions: (positions?.results ?? []).map((position) => ({
      ...deal(position),
      run: () => navigate({ to: '/dashboard/journal/$tradeId', params: { tradeId: position.dealId } }),
    })),
    Orders: (orders?.results ?? []).map((order) => ({
      ...deal(order),
      run: () => navigate({ to: '/dashboard/orders', search: { q: order.dealId } }),
    })),
    Instruments: (instruments?.results ?? []).map(({ id, marketAndSymbol: market, igEpic }) => ({
      id,
      text: market,
      more: igEpic,
      run: () => navigate({ to: '/dashboard/instruments/$market', params: { market } }),
    })),
    'Latest alerts': alerts.slice(0, most).map((line) => ({
      id: line.alertId,
      text: nameOf(line),
      more: formatClock(line.acceptedAt),
      badge: line.outcome && <OutcomeBadge outcome={line.outcome} />,
      run: () => navigate({ to: '/dashboard/alerts/$alertId', params: { alertId: line.alertId } }),
    })),
    Users: (users?.results ?? []).map(({ id, firstName, lastName, email }) => ({
      id,
      text: `${firstName} ${lastName}`,
      more: email,
      run: () => navigate({ to: '/dashboard/admin/users', search: { q: email } }),
    })),
  }
}
