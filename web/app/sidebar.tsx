import Search from '~icons/search'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
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

/** A page's entry in the sidebar. Entries follow the order of the routes. */
export type MenuEntry = {
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

/** The pages that a user with this role can open, in the order of the sidebar. */
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
  /** Called when the user chooses a page, so that a drawer can close. */
  readonly onChosen?: () => void
  readonly isSlim?: boolean
  /** The button that shows icons only or opens the menu. A drawer has no such button. */
  readonly onSwitch?: ReactNode
  /** Opens the search. Only phones have this entry. */
  readonly onSearch?: () => void
}

export const Sidebar = ({ me, mode, onChosen, isSlim = false, onSwitch, onSearch }: Props) => {
  const entries = useEntries(me)
  return (
    <div className="flex h-full flex-col">
      <div
        className={classNames(
          'flex shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-3 pb-4',
          isSlim ? 'justify-center' : 'px-4',
        )}
      >
        <Logo isSlim={isSlim} />
        {!isSlim && <ModeBadge mode={mode} />}
      </div>
      {/* On a low screen the entries scroll, and what is below them stays in place. */}
      <nav aria-label="Main" className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-1.5 pb-4">
        {onSearch && (
          <Button kind="quiet" className="justify-start" onClick={onSearch}>
            <Search aria-hidden className="size-4" />
            Search
          </Button>
        )}
        {groups
          .map((group) => ({ group, ofGroup: entries.filter((entry) => entry.group === group) }))
          .filter(({ ofGroup }) => ofGroup.length > 0)
          .map(({ group, ofGroup }) => (
            <div key={group} className="grid gap-1">
              <h2
                className={
                  isSlim ? 'sr-only' : 'px-2 text-xs font-semibold tracking-wide text-muted uppercase'
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
          isSlim ? 'justify-items-center' : 'px-4',
        )}
      >
        {!isSlim && <ThemeSwitch />}
        <Account me={me} onChosen={onChosen} isSlim={isSlim} />
        <div className="flex items-center justify-between gap-2">
          {!isSlim && <p className="text-xs text-muted">Times shown in {timeZone()}</p>}
          {onSwitch}
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
          title={isSlim ? `${label}: ${description}` : description}
          className={classNames(
            'relative flex h-9 items-center rounded-md px-2 text-muted transition-colors hover:bg-ground hover:text-ink has-aria-[current=page]:bg-accent/10 has-aria-[current=page]:text-accent pointer-coarse:h-11',
            isSlim ? 'justify-center' : 'gap-2',
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          <div className={isSlim ? 'contents' : 'grid min-w-0'}>
            {/* The whole row is the link. Its name is the label alone; the rest describes it. */}
            <Link
              to={to}
              onClick={onChosen}
              aria-describedby={`${id}${to}`}
              className="text-sm leading-5 font-medium outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              <span className={isSlim ? 'sr-only' : ''}>{label}</span>
            </Link>
            <span
              id={`${id}${to}`}
              className={isSlim ? 'sr-only' : 'truncate text-[11px] leading-4 text-muted'}
            >
              {description}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
