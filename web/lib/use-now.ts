import { useEffect, useState } from 'react'

/** The time now in epoch milliseconds. @param every how many milliseconds it is told anew */
export const useNow = (every = 1_000) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
