import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useEntries } from './sidebar.tsx'
import { goKeys } from './go-keys.ts'
import { useKeyShortcuts } from './use-key-shortcuts.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { overlayLook, useFocusBack } from '../components/dialog-frame.ts'
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

/** Found of each kind; a longer list is the page's own. */
const most = 5
/** Milliseconds after the last key until the server is asked. */
const typing = 250

const firstOf = (q: string) => ({ page: 1, size: most, q })

const has = (text: string, q: string) => wordSearch(q)(text.toLowerCase())

export const PaletteBox = (props: Props) => {
  const { open, begins, onDone } = props
  const focusBack = useFocusBack()
  return (
    <Dialog.Root open={open} onOpenChange={(stays) => !stays && onDone()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayLook} />
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

const Search = ({ me, settings, onStop, onSlim, onShortcuts, onDone }: Props) => {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const q = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(q), typing)
    return () => clearTimeout(timer)
  }, [q])
  const pages = useEntries(me).filter(({ label, description }) => has(`${label} ${description}`, q))
  const settingsFound =
    q === ''
      ? []
      : settingPlaces
          .filter(({ label, section, words }) => has(`${label} ${section} ${words}`, q))
          // What is named so comes before what is only described so.
          .toSorted((one, other) => Number(has(other.label, q)) - Number(has(one.label, q)))
          .slice(0, most)
  const { act } = tradingStateOf(settings, useSignInRefused())
  const pause = useTradingPause()
  const isComplete = credentialsComplete(settings, settings.mode)
  const acts = [
    act === 'pause' || act === 'resume'
      ? {
          name: act === 'pause' ? 'Pause trading' : 'Resume trading',
          run: () => pause.mutate({ paused: act === 'pause' }),
        }
      : null,
    isComplete ? { name: 'Stop and close…', run: onStop } : null,
    { name: 'Show or hide the sidebar’s names', run: onSlim },
    { name: 'Keyboard shortcuts', run: onShortcuts },
  ].filter((each) => each !== null && has(each.name, q))
  const isAsked = asked.length > 1
  const { data: instruments } = useQuery({ ...instrumentsQuery(firstOf(asked)), enabled: isAsked })
  const { data: positions } = useQuery({ ...positionsQuery(firstOf(asked)), enabled: isAsked && isComplete })
  const { data: orders } = useQuery({ ...ordersQuery(firstOf(asked)), enabled: isAsked && isComplete })
  const { data: users } = useQuery({
    ...usersQuery(firstOf(asked)),
    enabled: isAsked && me.role === 'ADMIN',
  })
  const { data: newest } = useQuery({ ...newestAlertsQuery, enabled: isAsked })
  const alerts = (newest?.results ?? [])
    .filter((line) =>
      has(
        `${nameOf(line)} ${line.market} ${line.alertId} ${line.strategy ?? ''} ${line.message ?? ''}`,
        asked,
      ),
    )
    .slice(0, most)
  /** Closes the palette first, because the command may open a dialog. */
  const choose = (run: () => unknown) => () => {
    onDone()
    void run()
  }
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
        <Found name="Pages">
          {pages.map(({ to, label, description }) => (
            <Item
              key={to}
              value={`page ${to}`}
              onSelect={choose(() => navigate({ to }))}
              text={label}
              more={description}
            />
          ))}
        </Found>
        <Found name="Settings">
          {settingsFound.map(({ label, section, to, focus }) => (
            <Item
              key={label}
              value={`setting ${label}`}
              onSelect={choose(async () => {
                await navigate({ to, search: focus ? { focus } : {} })
                // The address was this one already.
                if (focus) showSetting(focus)
              })}
              text={label}
              more={section}
            />
          ))}
        </Found>
        <Found name="Act">
          {acts.map(
            (each) =>
              each && (
                <Item
                  key={each.name}
                  value={`act ${each.name}`}
                  onSelect={choose(each.run)}
                  text={each.name}
                />
              ),
          )}
        </Found>
        {isAsked && (
          <>
            <Found name="Positions">
              {positions?.results.map((position) => (
                <Item
                  key={position.dealId}
                  value={`position ${position.dealId}`}
                  onSelect={choose(() =>
                    navigate({
                      to: '/dashboard/journal/$tradeId',
                      params: { tradeId: position.dealId },
                    }),
                  )}
                  text={marketOf(position)}
                  more={`${position.direction} ${formatNumber(position.size)} · ${position.dealId}`}
                />
              ))}
            </Found>
            <Found name="Orders">
              {orders?.results.map((order) => (
                <Item
                  key={order.dealId}
                  value={`order ${order.dealId}`}
                  onSelect={choose(() => navigate({ to: '/dashboard/orders', search: { q: order.dealId } }))}
                  text={marketOf(order)}
                  more={`${order.direction} ${formatNumber(order.size)} · ${order.dealId}`}
                />
              ))}
            </Found>
            <Found name="Instruments">
              {instruments?.results.map(({ id, marketAndSymbol, igEpic }) => (
                <Item
                  key={id}
                  value={`instrument ${id}`}
                  onSelect={choose(() =>
                    navigate({
                      to: '/dashboard/instruments/$market',
                      params: { market: marketAndSymbol },
                    }),
                  )}
                  text={marketAndSymbol}
                  more={igEpic}
                />
              ))}
            </Found>
            <Found name="Latest alerts">
              {alerts.map((line) => (
                <Item
                  key={line.alertId}
                  value={`alert ${line.alertId}`}
                  onSelect={choose(() =>
                    navigate({ to: '/dashboard/alerts/$alertId', params: { alertId: line.alertId } }),
                  )}
                  text={nameOf(line)}
                  more={formatClock(line.acceptedAt)}
                >
                  {line.outcome && <OutcomeBadge outcome={line.outcome} />}
                </Item>
              ))}
            </Found>
            <Found name="Users">
              {users?.results.map(({ id, firstName, lastName, email }) => (
                <Item
                  key={id}
                  value={`user ${id}`}
                  onSelect={choose(() => navigate({ to: '/dashboard/admin/users', search: { q: email } }))}
                  text={`${firstName} ${lastName}`}
                  more={email}
                />
              ))}
            </Found>
          </>
        )}
      </Command.List>
    </Command>
  )
}

const Found = ({ name, children }: { readonly name: string; readonly children: ReactNode }) =>
  Array.isArray(children) && children.some(Boolean) ? (
    <Command.Group
      heading={name}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  ) : null

type ItemProps = {
  readonly value: string
  readonly text: string
  readonly more?: string
  readonly onSelect: () => void
  readonly children?: ReactNode
}

const Item = ({ value, text, more, onSelect, children }: ItemProps) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex cursor-pointer items-baseline gap-3 rounded-md px-3 py-2 aria-selected:bg-accent/10"
  >
    <span className="font-medium">{text}</span>
    {more && <span className="min-w-0 truncate text-xs text-muted">{more}</span>}
    {children && <span className="ml-auto">{children}</span>}
  </Command.Item>
)
