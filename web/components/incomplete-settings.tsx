import { Link } from '@tanstack/react-router'
import type { Mode } from '../../shared/accounts/user.schema.ts'

/** Shown instead of the lists from IG while the IG settings are incomplete. */
export const IncompleteSettings = ({ mode }: { readonly mode: Mode | undefined }) => (
  <div
    role="status"
    className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line p-10 text-center"
  >
    <p className="font-semibold">IG settings incomplete</p>
    <p className="max-w-md text-sm text-muted">
      To see data from IG, complete your {mode && `${mode} `}settings: API key, username, password and account
      ID.
    </p>
    <Link
      to="/dashboard/settings"
      className="inline-flex h-9 items-center rounded-md bg-accent px-4 text-sm font-medium text-accent-ink hover:opacity-90"
    >
      Complete settings
    </Link>
  </div>
)
