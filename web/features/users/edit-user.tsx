import { lazy } from 'react'
import type { User } from '../../../shared/user.ts'
import { Dialog } from '../../components/dialog.tsx'

const EditUserForm = lazy(async () => ({ default: (await import('./edit-user-form.tsx')).EditUserForm }))

type Props = { readonly user: User | null; readonly onDone: (userId: string) => void }

export const EditUser = ({ user, onDone }: Props) => (
  <Dialog
    open={user !== null}
    onOpenChange={(open) => !open && user && onDone(user.id)}
    title="Edit user"
    description="A new email address is the one to sign in with from then on."
  >
    {user && <EditUserForm key={user.id} user={user} onDone={onDone} />}
  </Dialog>
)
