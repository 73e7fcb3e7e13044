import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks the user to confirm leaving a page with unsaved changes, but not when the session ends. */
export const LeavingGuard = ({ when }: { readonly when: boolean }) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next, current }) =>
      when && next.pathname !== current.pathname && !next.pathname.startsWith('/auth/'),
    enableBeforeUnload: when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={(open) => !open && reset?.()}
      title="Leave without saving?"
      description={<p>Your changes on this page will be lost.</p>}
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => proceed?.()}
    />
  )
}
