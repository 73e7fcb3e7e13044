import type { User } from '../../../shared/accounts/user.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import { Menu } from '../../components/menu.tsx'
import { ModeBadge } from '../../components/mode-badge.tsx'
import { formatTimestamp } from '../../lib/format.ts'

export type UserAction = 'edit' | 'download-logs' | 'clear-logs' | 'sign-out' | 'remove-factors' | 'delete'

const actions: readonly { readonly action: UserAction; readonly label: string; readonly grave?: boolean }[] =
  [
    { action: 'edit', label: 'Edit' },
    { action: 'download-logs', label: 'Download logs' },
    { action: 'clear-logs', label: 'Clear logs', grave: true },
    { action: 'sign-out', label: 'Log out everywhere' },
    { action: 'remove-factors', label: 'Remove second factors', grave: true },
    { action: 'delete', label: 'Delete', grave: true },
  ]

export const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`

const { accessor, columns, display, shown } = columnsOf<User>()

type OnAction = (action: UserAction, user: User) => void
type UserProps = { readonly user: User; readonly onAction: OnAction }

const UserMenu = ({ user, onAction }: UserProps) => (
  <Menu
    label={`Actions for ${nameOf(user)}`}
    items={actions.map(({ action, ...item }) => ({ ...item, onSelect: () => onAction(action, user) }))}
  />
)

export const UserCard = ({ user, onAction }: UserProps) => (
  <article className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-sm">
    <h2 className="text-base font-medium break-words">{nameOf(user)}</h2>
    <UserMenu user={user} onAction={onAction} />
    <p className="col-span-2 break-words text-muted">{user.email}</p>
    {leftToDo(user) && <p className="col-span-2 text-xs text-warn">{leftToDo(user)}</p>}
    <p className="col-span-2 flex gap-2">
      <RoleBadge role={user.role} />
      <ModeBadge mode={user.mode} />
    </p>
    <p className="col-span-2 text-xs text-muted">
      Created {formatTimestamp(user.createdAt)} · Last login {lastLoginOf(user.lastLogin)}
    </p>
  </article>
)

/**
 * Returns what a user must still do before alerts can trade and emails can be sent; empty if there is nothing left to
 * do.
 */
const leftToDo = ({ isIncomplete, emailUnverified }: User) =>
  [isIncomplete ? 'No IG credentials yet' : '', emailUnverified ? 'Email not confirmed' : '']
    .filter(Boolean)
    .join(' · ')

/**
 * Shows a user's email address and what the user must still do. It uses few elements, so that a thousand rows scroll
 * smoothly.
 */
const EmailAndState = ({ user }: { readonly user: User }) => {
  const left = leftToDo(user)
  if (left === '') return user.email
  return (
    <span className="leading-tight break-words">
      {user.email} <small className="block text-xs text-warn">{left}</small>
    </span>
  )
}

const RoleBadge = ({ role }: Pick<User, 'role'>) => (
  <Badge tone={role === 'ADMIN' ? 'purple' : 'blue'}>{role}</Badge>
)

const lastLoginOf = (at: User['lastLogin']) => (at ? formatTimestamp(at) : 'Never')

export const userColumns = (onAction: OnAction) =>
  columns([
    accessor('firstName', { header: 'First Name', meta: { width: 118, stays: 'left' } }),
    accessor('lastName', { header: 'Last Name', meta: { width: 120, rank: 1 } }),
    accessor('email', {
      header: 'Email',
      cell: ({ row: { original } }) => <EmailAndState user={original} />,
      meta: { width: 240, grows: true },
    }),
    accessor('role', {
      header: 'Role',
      cell: ({ getValue }) => <RoleBadge role={getValue()} />,
      meta: { width: 94, rank: 3, holds: 1 },
    }),
    accessor('mode', {
      header: 'Mode',
      cell: ({ getValue }) => <ModeBadge mode={getValue()} />,
      meta: { width: 120, rank: 4, holds: 1 },
    }),
    shown('createdAt', 'Created At', formatTimestamp, { width: 174, rank: 6 }),
    shown('lastLogin', 'Last Login', lastLoginOf, { width: 174, rank: 5 }),
    display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row: { original } }) => <UserMenu user={original} onAction={onAction} />,
      meta: { width: 84, stays: 'right', holds: 5 },
    }),
  ])
