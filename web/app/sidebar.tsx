import {
  Activity,
  Bell,
  BookOpenText,
  ChartLine,
  CircleHelp,
  Clock,
  FileText,
  FlaskConical,
  Gauge,
  ListOrdered,
  Route,
  Settings2,
  Users,
} from 'lucide-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useId } from 'react'
import type { Mode, User } from '../../shared/accounts/user.ts'
import { Logo } from '../components/logo.tsx'
import { ModeBadge } from '../components/mode-badge.tsx'
import { ThemeSwitch } from '../features/theme/theme-switch.tsx'
import { timeZone } from '../lib/format.ts'
import { Account } from './account.tsx'

/** By an entry's label. Here and not with the routes, which every page loads first. */
const icons = {
  Overview: Gauge,
  Positions: ChartLine,
  Orders: Clock,
  Strategies: Route,
  Journal: BookOpenText,
  'What if': FlaskConical,
  Notifications: Bell,
  Instruments: ListOrdered,
  Logs: FileText,
  Settings: Settings2,
  Help: CircleHelp,
  Users,
  'App settings': Settings2,
  System: Activity,
} as const

/** A page's entry in the sidebar; the entries follow the order of the routes. */
type MenuEntry = {
  readonly label: keyof typeof icons
  readonly description: string
  readonly isForAdmins?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    menu?: MenuEntry
  }
}

type Props = {
  readonly me: User
  readonly mode: Mode
  /** Called when an entry was chosen, so that a drawer can close. */
  readonly onChosen?: () => void
}

export const Sidebar = ({ me, mode, onChosen }: Props) => {
  const { routesByPath } = useRouter()
  const entries = Object.entries(routesByPath).flatMap(([to, { options }]) => {
    const menu = options.staticData?.menu
    return menu ? [{ to, ...menu }] : []
  })
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-2 px-6 pt-5 pb-4">
        <Logo />
        <ModeBadge mode={mode} />
      </div>
      {/* However low the screen, the entries scroll and what is below them stays. */}
      <nav aria-label="Main" className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto px-4 pb-4">
        <Entries entries={entries.filter(({ isForAdmins }) => !isForAdmins)} onChosen={onChosen} />
        {me.role === 'ADMIN' && (
          <div className="grid gap-1.5">
            <h2 className="px-3 text-xs font-semibold tracking-wide text-muted uppercase">Admin</h2>
            <Entries entries={entries.filter(({ isForAdmins }) => isForAdmins)} onChosen={onChosen} />
          </div>
        )}
      </nav>
      <div className="grid shrink-0 grid-cols-1 gap-3 border-t border-line px-6 py-4">
        <ThemeSwitch />
        <Account me={me} onChosen={onChosen} />
        <p className="text-xs text-muted">Times shown in {timeZone()}</p>
      </div>
    </div>
  )
}

type Entry = MenuEntry & { readonly to: string }
type EntriesProps = { readonly entries: readonly Entry[]; readonly onChosen: (() => void) | undefined }

const Entries = ({ entries, onChosen }: EntriesProps) => {
  const id = useId()
  return (
    <ul className="grid gap-0.5">
      {entries.map(({ to, label, description }) => (
        <li
          key={to}
          className="relative flex items-center gap-3 rounded-md px-3 py-1.5 text-muted hover:bg-ground hover:text-ink has-aria-[current=page]:bg-accent/10 has-aria-[current=page]:text-accent"
        >
          <EntryIcon label={label} />
          <div className="grid min-w-0">
            {/* The whole row is the link; its name is the label alone, and the rest describes it. */}
            <Link
              to={to}
              onClick={onChosen}
              aria-describedby={`${id}${to}`}
              className="text-sm font-medium outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              {label}
            </Link>
            <span id={`${id}${to}`} className="text-xs leading-snug text-muted">
              {description}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

const EntryIcon = ({ label }: Pick<MenuEntry, 'label'>) => {
  const Icon = icons[label]
  return <Icon aria-hidden className="size-4 shrink-0" />
}
