import { useEffect } from 'react'
import { useLocalStorage, useMediaQuery } from 'usehooks-ts'

const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** public/theme.js reads the same key before the first paint. */
const themeKey = 'signalpost-theme'

const asTheme = (text: string): Theme => themes.find((theme) => theme === text) ?? 'light'

/** The chosen theme, kept in the browser and followed by every open tab. */
export const useTheme = () => {
  const [theme, setTheme] = useLocalStorage<Theme>(themeKey, 'light', {
    serializer: (chosen) => chosen,
    deserializer: asTheme,
  })
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark)
  useEffect(() => {
    document.documentElement.classList.toggle('dark', isDark)
  }, [isDark])
  return { theme, setTheme }
}
