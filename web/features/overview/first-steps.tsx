import { lazy } from 'react'
import { useFirstFacts } from './use-first-steps.ts'

/** Only newcomers need it. Whatever stands below waits for it. */
const Steps = lazy(async () => ({ default: (await import('./steps.tsx')).Steps }))

/** From nothing to the first order, as facts. It goes with the first order, or when it is dismissed. */
export const FirstSteps = () => {
  const facts = useFirstFacts()
  return facts ? <Steps facts={facts} /> : null
}
