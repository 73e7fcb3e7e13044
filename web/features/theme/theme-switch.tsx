import Monitor from '~icons/monitor'
import Moon from '~icons/moon'
import Sun from '~icons/sun'
import { type Segment, Segments } from '../../components/segments.tsx'
import { type Theme, useTheme } from './use-theme.ts'

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
