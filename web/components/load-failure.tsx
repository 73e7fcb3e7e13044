import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

/** Vite's event for code that could not be loaded. */
const event = 'vite:preloadError'

/** Tells the user that code could not be loaded. Without this notice, buttons would do nothing and show no error. */
export const LoadFailure = () => {
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const fail = () => setFailed(true)
    window.addEventListener(event, fail)
    return () => window.removeEventListener(event, fail)
  }, [])
  return (
    failed && (
      <div
        role="alert"
        className="fixed inset-x-0 bottom-(--bottom-bar) z-50 flex flex-wrap items-center justify-center gap-x-6 gap-y-2 border-t border-bad bg-panel p-4 text-sm shadow-lg"
      >
        Part of this page couldn’t be loaded. Check your connection, then reload the page.
        <Button kind="quiet" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      </div>
    )
  )
}
