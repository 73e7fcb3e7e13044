import { lazy, Suspense } from 'react'
import { useAskedProof } from '../../lib/ask-for-proof.ts'

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

/** Where the user is asked to prove again who they are. Empty until a call needs it. */
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
