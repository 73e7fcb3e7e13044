import { useEffect, useState } from 'react'

/**
 * The current time in epoch milliseconds.
 * @param every milliseconds between two updates
 */
export const useNow = (every = 1_000) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
