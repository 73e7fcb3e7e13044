import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before unsaved changes are lost by a link, Back, or closing the tab, but not at the end of a session. */
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
