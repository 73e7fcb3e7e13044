import type { User } from '../../../shared/user.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { nameOf } from './columns.tsx'
import { useRemoveFactors } from './queries.ts'

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
              For somebody who has lost them: make sure that it is{' '}
              <strong className="text-ink">{nameOf(user)}</strong> ({user.email}) who asks. Their password
              alone signs in afterwards.
            </p>
            <p>They are told, signed out everywhere, and LIVE is off until they set up a new one.</p>
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
