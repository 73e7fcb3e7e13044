import { lazy, Suspense } from 'react'
import { useAskedProof } from '../../lib/ask-for-proof.ts'

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

/** Shows the dialog that confirms the user's identity. It is empty until a request needs it. */
export const StepUpSlot = () => {
  const asked = useAskedProof()
  return (
    asked && (
      <Suspense fallback={null}>
        <StepUpDialog proving={asked.proving} onSettled={asked.settle} />
      </Suspense>
    )
  )
}
