import type { User } from '../../../shared/accounts/user.schema.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { nameOf } from './user-columns.tsx'
import { useDeleteUserLogs } from './users-query.ts'

type Props = { readonly user: User | null; readonly onDone: (userId: string) => void }

export const ClearUserLogs = ({ user, onDone }: Props) => {
  const clear = useDeleteUserLogs(onDone)
  return (
    <ConfirmDialog
      open={user !== null}
      onOpenChange={(open) => !open && user && onDone(user.id)}
      title="Delete user logs"
      description={
        user && (
          <p>
            All log entries for <strong className="text-ink">{nameOf(user)}</strong> ({user.email}) are
            permanently removed.
          </p>
        )
      }
      confirm="Delete user logs"
      grave
      busy={clear.isPending && clear.variables === user?.id}
      onConfirm={() => user && clear.mutate(user.id)}
    />
  )
}
