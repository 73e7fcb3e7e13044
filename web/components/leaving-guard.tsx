import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before what was typed and not saved is left behind, by a link, Back, or closing the tab; not if a session ends. */
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
