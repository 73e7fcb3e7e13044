import { useRef, useState } from 'react'

/**
 * Runs a button's action, but only one at a time. It is for screens before the login, which load without
 * `@tanstack/react-query`.
 */
export const useAttempt = (onFailure?: (error: unknown) => void) => {
  const running = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const attempt = async (act: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      await act()
    } catch (error) {
      setFailure(error)
      onFailure?.(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { isBusy, failure, attempt }
}
