import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { User } from '../../../shared/accounts/user.schema.ts'
import { PagedTable } from '../../components/data-table/paged-table.tsx'
import { useTablePlace } from '../../components/data-table/use-table-place.ts'
import { type UserAction, UserCard, userColumns } from './user-columns.tsx'
import { EditUser } from './edit-user.tsx'
import { ClearUserLogs, DeleteUser, RemoveFactors } from './user-questions.tsx'
import { useDownloadUserLogs, usersQuery, useSignOutUser } from './users-query.ts'

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
  /** The users as currently listed. */
  const selectedFor = (action: UserAction) =>
    selected?.action === action
      ? (users.data?.results.find(({ id }) => id === selected.user.id) ?? selected.user)
      : null
  /** An answer that comes late leaves alone what was chosen since. */
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
