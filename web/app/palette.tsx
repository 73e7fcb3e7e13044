import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useEventListener } from 'usehooks-ts'
import { loadWhenOpen } from '../components/load-when-open.tsx'
import { goKeys } from './go-keys.ts'
import { paletteAsked } from './palette-button.tsx'
import type { PaletteProps } from './palette-box.tsx'
import { useKeyShortcuts } from './use-key-shortcuts.ts'

const PaletteBox = loadWhenOpen(async () => (await import('./palette-box.tsx')).PaletteBox)

/** Whether a key is typed into a field, or belongs to an open dialog. */
const isTaken = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]') !== null

/** The search on every screen. It leads to any page, setting, market, alert or action, by name or by shortcut. */
export const Palette = (props: PaletteProps) => {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'search' | 'shortcuts' | null>(null)
  const [areKeysOn] = useKeyShortcuts()
  /** Whether the last key was `g`, so that the next key chooses a page. */
  const isGoing = useRef(false)
  const act = (key: string) => {
    const page = isGoing.current ? Object.keys(goKeys).find((to) => goKeys[to] === key) : undefined
    isGoing.current = key === 'g'
    if (page) void navigate({ to: page })
    else if (key === '?') setOpened('shortcuts')
    else if (key === '[') props.onSlim()
    else return false
    return true
  }
  useEventListener('keydown', (event) => {
    const isChord = event.ctrlKey || event.metaKey || event.altKey
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      setOpened('search')
    } else if (areKeysOn && !isChord && !isTaken(event) && event.key !== 'Shift') {
      if (act(event.key)) event.preventDefault()
    } else if (event.key !== 'Shift') isGoing.current = false
  })
  useEventListener(paletteAsked as 'click', () => setOpened('search'))
  return (
    <PaletteBox
      {...props}
      open={opened !== null}
      begins={opened ?? 'search'}
      onShortcuts={() => setOpened('shortcuts')}
      onDone={() => setOpened(null)}
    />
  )
}
