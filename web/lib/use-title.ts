import { useEffect } from 'react'
import { nameScreen } from './tab.ts'

/** Names the screen in the browser's tab and history, and to screen readers that announce the page. */
export const useTitle = (screen: string) => useEffect(() => nameScreen(screen), [screen])
