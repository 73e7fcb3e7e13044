import { Link } from '@tanstack/react-router'
import LogOut from '~icons/log-out'
import type { User } from '../../shared/accounts/user.schema.ts'
import { Button } from '../components/button.tsx'
import { classNames } from '../lib/class-names.ts'
import { useLogout } from '../lib/use-logout.ts'

const initialsOf = ({ firstName, lastName }: User) =>
  `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase()

type Props = {
  readonly me: User
  readonly onChosen?: (() => void) | undefined
  readonly isSlim?: boolean
}

export const Account = ({ me, onChosen, isSlim = false }: Props) => {
  const logout = useLogout()
  return (
    <div className={classNames('flex items-center gap-3', isSlim && 'flex-col')}>
      <span
        aria-hidden
        title={`${me.firstName} ${me.lastName}, ${me.role === 'ADMIN' ? 'Admin' : 'User'}`}
        className="grid size-9 shrink-0 place-items-center rounded-full bg-accent/10 text-sm font-semibold text-accent"
      >
        {initialsOf(me)}
      </span>
      <div className={isSlim ? 'sr-only' : 'relative min-w-0 flex-1 text-sm leading-tight'}>
        <p className="truncate font-medium" title={`${me.firstName} ${me.lastName}`}>
          <Link
            to="/dashboard/account"
            onClick={onChosen}
            className="after:absolute after:inset-x-0 after:-inset-y-1.5 hover:underline"
          >
            {me.firstName} {me.lastName}
          </Link>
        </p>
        <p className="text-muted">{me.role === 'ADMIN' ? 'Admin' : 'User'}</p>
      </div>
      <Button
        kind="bare"
        className={classNames('size-9 shrink-0 px-0', !isSlim && 'ml-auto')}
        aria-label="Log out"
        title="Log out"
        disabled={logout.isPending}
        onClick={() => logout.mutate()}
      >
        <LogOut aria-hidden className="size-4" />
      </Button>
    </div>
  )
}
