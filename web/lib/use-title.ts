import { useEffect } from 'react'

/** Names the screen in the browser's tab and history, and to screen readers that announce the page. */
export const useTitle = (screen: string) =>
  useEffect(() => {
    document.title = `${screen} · Signalpost`
  }, [screen])
