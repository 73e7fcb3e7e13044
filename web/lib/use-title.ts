import { useEffect } from 'react'
import { nameScreen } from './tab.ts'

/** Sets the screen's name in the browser's tab and history, which screen readers announce. */
export const useTitle = (screen: string) => useEffect(() => nameScreen(screen), [screen])
