import PanelLeft from '~icons/panel-left'
import { Link, useRouter } from '@tanstack/react-router'
import { useId } from 'react'
import type { Mode, User } from '../../shared/accounts/user.schema.ts'
import { Button } from '../components/button.tsx'
import type { Icon } from '../components/icon.tsx'
import { Logo } from '../components/logo.tsx'
import { ModeBadge } from '../components/mode-badge.tsx'
import { ThemeSwitch } from '../features/theme/theme-switch.tsx'
import { classNames } from '../lib/class-names.ts'
import { timeZone } from '../lib/format.ts'
import { Account } from './account.tsx'

const groups = ['Trade', 'Set up', 'Admin'] as const

/** A page's entry in the sidebar; the entries follow the order of the routes. */
type MenuEntry = {
  readonly group: (typeof groups)[number]
  readonly icon: Icon
  readonly label: string
  readonly description: string
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    menu?: MenuEntry
  }
}

export type Entry = MenuEntry & { readonly to: string }

/** The pages that a user of this role can open from the sidebar, in its order. */
export const useEntries = ({ role }: Pick<User, 'role'>): readonly Entry[] => {
  const { routesByPath } = useRouter()
  return Object.entries(routesByPath).flatMap(([to, { options }]) => {
    const menu = options.staticData?.menu
    return menu && (menu.group !== 'Admin' || role === 'ADMIN') ? [{ to, ...menu }] : []
  })
}

type Props = {
  readonly me: User
  readonly mode: Mode
  /** Called when an entry was chosen, so that a drawer can close. */
  readonly onChosen?: () => void
  /** Icons only. */
  readonly isSlim?: boolean
  /** Switches between icons only and all; a drawer cannot. */
  readonly onSlim?: () => void
}

export const Sidebar = ({ me, mode, onChosen, isSlim = false, onSlim }: Props) => {
  const entries = useEntries(me)
  const slimName = isSlim ? 'Show the whole sidebar' : 'Show icons only'
  return (
    <div className="flex h-full flex-col">
      <div
        className={classNames(
          'flex shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-5 pb-4',
          isSlim ? 'justify-center' : 'px-6',
        )}
      >
        <Logo isSlim={isSlim} />
        {!isSlim && <ModeBadge mode={mode} />}
      </div>
      {/* However low the screen, the entries scroll and what is below them stays. */}
      <nav
        aria-label="Main"
        className={classNames(
          'grid min-h-0 flex-1 content-start gap-4 overflow-y-auto pb-4',
          isSlim ? 'px-2' : 'px-3',
        )}
      >
        {groups
          .map((group) => ({ group, ofGroup: entries.filter((entry) => entry.group === group) }))
          .filter(({ ofGroup }) => ofGroup.length > 0)
          .map(({ group, ofGroup }) => (
            <div key={group} className="grid gap-1">
              <h2
                className={
                  isSlim ? 'sr-only' : 'px-3 text-xs font-semibold tracking-wide text-muted uppercase'
                }
              >
                {group}
              </h2>
              <Entries entries={ofGroup} onChosen={onChosen} isSlim={isSlim} />
            </div>
          ))}
      </nav>
      <div
        className={classNames(
          'grid shrink-0 grid-cols-1 gap-3 border-t border-line py-4',
          isSlim ? 'justify-items-center' : 'px-6',
        )}
      >
        {!isSlim && <ThemeSwitch />}
        <Account me={me} onChosen={onChosen} isSlim={isSlim} />
        <div className="flex items-center justify-between gap-2">
          {!isSlim && <p className="text-xs text-muted">Times shown in {timeZone()}</p>}
          {onSlim && (
            <Button
              kind="bare"
              className="size-8 px-0"
              aria-label={slimName}
              title={slimName}
              onClick={onSlim}
            >
              <PanelLeft aria-hidden className="size-4" />
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

type EntriesProps = {
  readonly entries: readonly Entry[]
  readonly onChosen: (() => void) | undefined
  readonly isSlim: boolean
}

const Entries = ({ entries, onChosen, isSlim }: EntriesProps) => {
  const id = useId()
  return (
    <ul className="grid gap-0.5">
      {entries.map(({ to, icon: Icon, label, description }) => (
        <li
          key={to}
          title={isSlim ? label : undefined}
          className={classNames(
            'relative flex items-center rounded-md text-muted transition-colors hover:bg-ground hover:text-ink has-aria-[current=page]:bg-accent/10 has-aria-[current=page]:text-accent',
            isSlim ? 'justify-center py-2.5' : 'gap-3 px-3 py-1',
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          <div className={isSlim ? 'contents' : 'grid min-w-0'}>
            {/* The whole row is the link; its name is the label alone, and the rest describes it. */}
            <Link
              to={to}
              onClick={onChosen}
              aria-describedby={`${id}${to}`}
              className="text-sm font-medium outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              <span className={isSlim ? 'sr-only' : ''}>{label}</span>
            </Link>
            <span id={`${id}${to}`} className={isSlim ? 'sr-only' : 'text-xs leading-snug text-muted'}>
              {description}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
