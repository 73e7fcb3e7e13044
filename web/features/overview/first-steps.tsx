import { lazy } from 'react'
import { useFirstFacts } from './use-first-steps.ts'

/** Loads on demand, because only new users need it. The content below waits for it. */
const Steps = lazy(async () => ({ default: (await import('./steps.tsx')).Steps }))

/** Guides new users to their first order. It disappears after the first order or when it is dismissed. */
export const FirstSteps = () => {
  const facts = useFirstFacts()
  return facts ? <Steps facts={facts} /> : null
}
