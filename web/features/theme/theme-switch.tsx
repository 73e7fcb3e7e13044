import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { type Theme, themes, useTheme } from './use-theme.ts'

const looks = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
} as const satisfies Record<Theme, unknown>

export const ThemeSwitch = () => {
  const { theme, setTheme } = useTheme()
  const group = useId()
  return (
    <fieldset className="flex items-center justify-between gap-3 text-sm text-muted">
      <legend className="contents">Theme</legend>
      <div className="inline-flex rounded-lg border border-line bg-ground p-0.5">
        {themes.map((name) => {
          const { label, Icon } = looks[name]
          return (
            <label
              key={name}
              title={label}
              className="grid size-7 cursor-pointer place-items-center rounded-md hover:text-ink has-checked:bg-panel has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={group}
                checked={theme === name}
                onChange={() => setTheme(name)}
                aria-label={label}
                className="sr-only"
              />
              <Icon aria-hidden className="size-4" />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
