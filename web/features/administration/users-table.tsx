import { useQuery } from '@tanstack/react-query'
import { lazy, useCallback, useMemo, useState } from 'react'
import type { User } from '../../../shared/accounts/user.schema.ts'
import { PagedTable } from '../../components/data-table/paged-table.tsx'
import { useTablePlace } from '../../components/data-table/use-table-place.ts'
import { type UserAction, UserCard, userColumns } from './user-columns.tsx'
import { ClearUserLogs, DeleteUser, RemoveFactors } from './user-questions.tsx'
import { useDownloadUserLogs, usersQuery, useSignOutUser } from './users-query.ts'
import { Dialog } from '../../components/dialog.tsx'

export const UsersTable = () => {
  const place = useTablePlace()
  const users = useQuery(usersQuery(place))
  const { mutate: downloadLogs } = useDownloadUserLogs()
  const { mutate: signOut } = useSignOutUser()
  const [selected, setSelected] = useState<{ readonly action: UserAction; readonly user: User } | null>(null)
  const act = useCallback(
    (action: UserAction, user: User) => {
      if (action === 'download-logs') return downloadLogs(user)
      return action === 'sign-out' ? signOut(user.id) : setSelected({ action, user })
    },
    [downloadLogs, signOut],
  )
  const columns = useMemo(() => userColumns(act), [act])
  /** Returns the user selected for an action, with the data of the latest list. */
  const selectedFor = (action: UserAction) =>
    selected?.action === action
      ? (users.data?.results.find(({ id }) => id === selected.user.id) ?? selected.user)
      : null
  /** Clears the selection unless the admin has since selected another user or action. */
  const done = (action: UserAction) => (userId: string) =>
    setSelected((now) => (now?.action === action && now.user.id === userId ? null : now))
  return (
    <>
      <PagedTable
        label="Users"
        columns={columns}
        rowId={({ id }) => id}
        query={users}
        place={place}
        placeholder="Search users by name or email..."
        failure="Error loading users"
        card={(user) => <UserCard user={user} onAction={act} />}
      />
      <EditUser user={selectedFor('edit')} onDone={done('edit')} />
      <ClearUserLogs user={selectedFor('clear-logs')} onDone={done('clear-logs')} />
      <RemoveFactors user={selectedFor('remove-factors')} onDone={done('remove-factors')} />
      <DeleteUser user={selectedFor('delete')} onDone={done('delete')} />
    </>
  )
}

const EditUserForm = lazy(async () => ({ default: (await import('./edit-user-form.tsx')).EditUserForm }))

type EditProps = { readonly user: User | null; readonly onDone: (userId: string) => void }

const EditUser = ({ user, onDone }: EditProps) => (
  <Dialog
    open={user !== null}
    onOpenChange={(open) => !open && user && onDone(user.id)}
    title="Edit user"
    description="If you change the email address, the user must log in with the new address. Their IG credentials will be deleted and their webhook secrets replaced. No alert will trade, not even to close a position, until the user enters their IG credentials again and updates the secret in TradingView."
  >
    {user && <EditUserForm key={user.id} user={user} onDone={onDone} />}
  </Dialog>
)
