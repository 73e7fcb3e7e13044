import { lazy } from 'react'
import { useFirstFacts } from './use-first-steps.ts'

/** Loaded on demand, because only new users need it. */
const Steps = lazy(async () => ({ default: (await import('./steps.tsx')).Steps }))

/** Guides new users to their first order. It disappears after the first order or when the user dismisses it. */
export const FirstSteps = () => {
  const facts = useFirstFacts()
  return facts ? <Steps facts={facts} /> : null
}
