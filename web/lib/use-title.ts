import { useEffect } from 'react'
import { nameScreen } from './tab.ts'

/** Sets the title of the browser's tab. Screen readers announce it when the user opens a screen. */
export const useTitle = (screen: string) => useEffect(() => nameScreen(screen), [screen])
