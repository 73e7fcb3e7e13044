import { lazy, Suspense } from 'react'
import { useAskedProof } from '../../lib/ask-for-proof.ts'

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

/** Shows the dialog in which users confirm their identity, but only while a request needs this. */
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
