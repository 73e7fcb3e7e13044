import { Monitor, Moon, Sun } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { type Theme, themes, useTheme } from './use-theme.ts'

const looks = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
} as const satisfies Record<Theme, unknown>

export const ThemeSwitch = () => {
  const { theme, setTheme } = useTheme()
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Theme"
      value={theme}
      onValueChange={(next) => next && setTheme(next as Theme)}
      className="inline-flex w-fit rounded-lg border border-line bg-ground p-0.5"
    >
      {themes.map((name) => {
        const { label, Icon } = looks[name]
        return (
          <ToggleGroup.Item
            key={name}
            value={name}
            aria-label={label}
            title={label}
            className="grid size-7 place-items-center rounded-md text-muted hover:text-ink data-[state=on]:bg-panel data-[state=on]:text-ink data-[state=on]:shadow-sm"
          >
            <Icon aria-hidden className="size-4" />
          </ToggleGroup.Item>
        )
      })}
    </ToggleGroup.Root>
  )
}
