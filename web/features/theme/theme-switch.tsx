import Monitor from '~icons/monitor'
import Moon from '~icons/moon'
import Sun from '~icons/sun'
import { useEffect } from 'react'
import { useLocalStorage, useMediaQuery } from 'usehooks-ts'
import { type Segment, Segments } from '../../components/segments.tsx'

const options: readonly Segment<Theme>[] = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden className="size-4" /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden className="size-4" /> },
]

export const ThemeSwitch = () => {
  const { theme, setTheme } = useTheme()
  return (
    <fieldset role="radiogroup" className="flex items-center justify-between gap-3 text-sm text-muted">
      <legend className="contents">Theme</legend>
      <Segments value={theme} onChange={setTheme} options={options} />
    </fieldset>
  )
}

const themes = ['light', 'dark', 'system'] as const
type Theme = (typeof themes)[number]

/** The key of the stored theme. `public/theme.js` reads it before the page is first painted. */
const themeKey = 'signalpost-theme'

const asTheme = (text: string): Theme => themes.find((theme) => theme === text) ?? 'light'

/** Returns the selected theme. It is stored in the browser and shared by all open tabs. */
const useTheme = () => {
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
