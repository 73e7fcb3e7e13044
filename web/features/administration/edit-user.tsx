import { lazy } from 'react'
import type { User } from '../../../shared/accounts/user.schema.ts'
import { Dialog } from '../../components/dialog.tsx'

const EditUserForm = lazy(async () => ({ default: (await import('./edit-user-form.tsx')).EditUserForm }))

type Props = { readonly user: User | null; readonly onDone: (userId: string) => void }

export const EditUser = ({ user, onDone }: Props) => (
  <Dialog
    open={user !== null}
    onOpenChange={(open) => !open && user && onDone(user.id)}
    title="Edit user"
    description="If you change the email address, the user must log in with the new address. Their IG credentials will be deleted and their webhook secrets replaced. No alert will trade, not even to close a position, until the user enters their IG credentials again and updates the secret in TradingView."
  >
    {user && <EditUserForm key={user.id} user={user} onDone={onDone} />}
  </Dialog>
)
