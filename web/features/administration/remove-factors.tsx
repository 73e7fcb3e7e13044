import type { User } from '../../../shared/accounts/user.schema.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { nameOf } from './user-columns.tsx'
import { useRemoveFactors } from './users-query.ts'

type Props = { readonly user: User | null; readonly onDone: (userId: string) => void }

export const RemoveFactors = ({ user, onDone }: Props) => {
  const remove = useRemoveFactors(onDone)
  return (
    <ConfirmDialog
      open={user !== null}
      onOpenChange={(open) => !open && user && onDone(user.id)}
      title="Remove second factors"
      description={
        user && (
          <>
            <p>
              Use this if a user has lost their second factor. First make sure that the request really comes
              from <strong className="text-ink">{nameOf(user)}</strong> ({user.email}). Afterwards, their
              password alone will be enough to log in.
            </p>
            <p>
              The user will be notified and logged out everywhere. LIVE will be off until they set up a new
              second factor. Their IG credentials will be deleted and their webhook secrets replaced. No alert
              will trade, not even to close a position, until the user enters their IG credentials again and
              updates the secret in TradingView.
            </p>
          </>
        )
      }
      confirm="Remove second factors"
      grave
      busy={remove.isPending && remove.variables === user?.id}
      onConfirm={() => user && remove.mutate(user.id)}
    />
  )
}
