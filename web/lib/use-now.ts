import { useEffect, useState } from 'react'

/**
 * Returns the current time in epoch milliseconds.
 * @param every the time between two updates, in milliseconds
 */
export const useNow = (every = 1_000) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
