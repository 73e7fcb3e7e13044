import type { User } from '../../../shared/accounts/user.schema.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { nameOf } from './user-columns.tsx'
import { useDeleteUser } from './users-query.ts'

type Props = { readonly user: User | null; readonly onDone: (userId: string) => void }

export const DeleteUser = ({ user, onDone }: Props) => {
  const remove = useDeleteUser(onDone)
  return (
    <ConfirmDialog
      open={user !== null}
      onOpenChange={(open) => !open && user && onDone(user.id)}
      title="Delete user"
      description={
        user && (
          <>
            <p>
              This cannot be undone. <strong className="text-ink">{nameOf(user)}</strong> ({user.email}) is
              permanently removed, together with their settings, credentials, instruments and logs.
            </p>
            <p>Open positions and working orders at the broker are not affected.</p>
          </>
        )
      }
      confirm="Delete user"
      grave
      busy={remove.isPending && remove.variables === user?.id}
      onConfirm={() => user && remove.mutate(user.id)}
    />
  )
}
