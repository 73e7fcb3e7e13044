import Search from '~icons/search'
import { useState } from 'react'
import { useEventListener } from 'usehooks-ts'
import { Button } from '../components/button.tsx'
import { loadWhenOpen } from '../components/load-when-open.tsx'
import type { PaletteProps } from './palette-box.tsx'
import { useKeyShortcuts } from './use-key-shortcuts.ts'

const PaletteBox = loadWhenOpen(async () => (await import('./palette-box.tsx')).PaletteBox)

const isMac = () => navigator.userAgent.includes('Mac')

/** Whether a key belongs to what is typed, or to a dialog that is open. */
const isTaken = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]') !== null

/** On every screen: the way to any page, market, alert or act, by its name. */
export const Palette = (props: PaletteProps) => {
  const [opened, setOpened] = useState<'search' | 'shortcuts' | null>(null)
  const [areKeysOn] = useKeyShortcuts()
  useEventListener('keydown', (event) => {
    const isPlain = areKeysOn && !event.ctrlKey && !event.metaKey && !event.altKey && !isTaken(event)
    const wanted =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
        ? 'search'
        : isPlain && event.key === '?'
          ? 'shortcuts'
          : null
    if (wanted) {
      event.preventDefault()
      setOpened(wanted)
    } else if (isPlain && event.key === '[') props.onSlim()
  })
  return (
    <>
      <Button
        kind="quiet"
        className="gap-2 text-muted max-lg:hidden"
        aria-haspopup="dialog"
        onClick={() => setOpened('search')}
      >
        <Search aria-hidden className="size-4" />
        {/* On a laptop the word would push *Stop and close* into a second line. */}
        <span className="max-xl:sr-only">Search</span>
        <kbd aria-hidden className="max-xl:hidden rounded border border-line px-1 font-sans text-xs">
          {isMac() ? '⌘' : 'Ctrl'} K
        </kbd>
      </Button>
      <PaletteBox
        {...props}
        open={opened !== null}
        begins={opened ?? 'search'}
        onShortcuts={() => setOpened('shortcuts')}
        onDone={() => setOpened(null)}
      />
    </>
  )
}
