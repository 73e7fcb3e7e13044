import type { User } from '../../../shared/accounts/user.ts'
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

const { accessor, columns, display } = columnsOf<User>()

export const userColumns = (onAction: (action: UserAction, user: User) => void) =>
  columns([
    accessor('firstName', { header: 'First Name', meta: { width: 118, stays: 'left' } }),
    accessor('lastName', { header: 'Last Name', meta: { width: 120, rank: 1 } }),
    accessor('email', { header: 'Email', meta: { width: 240, grows: true } }),
    accessor('role', {
      header: 'Role',
      cell: ({ getValue }) => <Badge tone={getValue() === 'ADMIN' ? 'purple' : 'blue'}>{getValue()}</Badge>,
      meta: { width: 94, rank: 3, holds: 1 },
    }),
    accessor('mode', {
      header: 'Mode',
      cell: ({ getValue }) => <ModeBadge mode={getValue()} />,
      meta: { width: 86, rank: 4, holds: 1 },
    }),
    accessor('createdAt', {
      header: 'Created At',
      cell: ({ getValue }) => formatTimestamp(getValue()),
      meta: { width: 174, rank: 6 },
    }),
    accessor('lastLogin', {
      header: 'Last Login',
      cell: ({ getValue }) => {
        const at = getValue()
        return at ? formatTimestamp(at) : 'Never'
      },
      meta: { width: 174, rank: 5 },
    }),
    display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row: { original } }) => (
        <Menu
          label={`Actions for ${nameOf(original)}`}
          items={actions.map(({ action, ...item }) => ({
            ...item,
            onSelect: () => onAction(action, original),
          }))}
        />
      ),
      meta: { width: 84, stays: 'right', holds: 5 },
    }),
  ])
