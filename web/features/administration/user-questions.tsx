import type { ReactNode } from 'react'
import type { User } from '../../../shared/accounts/user.schema.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { nameOf } from './user-columns.tsx'
import { useDeleteUser, useDeleteUserLogs, useRemoveFactors } from './users-query.ts'

/** `onDone` is called with the ID of the user whom the dialog named. */
type Props = { readonly user: User | null; readonly onDone: (userId: string) => void }

type QuestionProps = Props & {
  readonly title: string
  readonly change: {
    readonly isPending: boolean
    readonly variables: string | undefined
    readonly mutate: (userId: string) => void
  }
  /** @param who the user's name and email address */
  readonly children: (who: ReactNode) => ReactNode
}

/** Asks an admin to confirm an irreversible change to a user. */
const UserQuestion = ({ user, onDone, title, change, children }: QuestionProps) => (
  <ConfirmDialog
    open={user !== null}
    onOpenChange={(open) => !open && user && onDone(user.id)}
    title={title}
    description={
      user &&
      children(
        <>
          <strong className="text-ink">{nameOf(user)}</strong> ({user.email})
        </>,
      )
    }
    confirm={title}
    grave
    busy={change.isPending && change.variables === user?.id}
    onConfirm={() => user && change.mutate(user.id)}
  />
)

export const ClearUserLogs = (props: Props) => (
  <UserQuestion {...props} title="Delete user logs" change={useDeleteUserLogs(props.onDone)}>
    {(who) => <p>All log entries for {who} are permanently removed.</p>}
  </UserQuestion>
)

export const DeleteUser = (props: Props) => (
  <UserQuestion {...props} title="Delete user" change={useDeleteUser(props.onDone)}>
    {(who) => (
      <>
        <p>
          This cannot be undone. {who} is permanently removed, together with their settings, credentials,
          instruments and logs.
        </p>
        <p>Open positions and working orders at the broker are not affected.</p>
      </>
    )}
  </UserQuestion>
)

export const RemoveFactors = (props: Props) => (
  <UserQuestion {...props} title="Remove second factors" change={useRemoveFactors(props.onDone)}>
    {(who) => (
      <>
        <p>
          Use this if a user has lost their second factor. First make sure that the request really comes from{' '}
          {who}. Afterwards, their password alone will be enough to log in.
        </p>
        <p>
          The user will be notified and logged out everywhere. LIVE will be off until they set up a new second
          factor. Their IG credentials will be deleted and their webhook secrets replaced. No alert will
          trade, not even to close a position, until the user enters their IG credentials again and updates
          the secret in TradingView.
        </p>
      </>
    )}
  </UserQuestion>
)
