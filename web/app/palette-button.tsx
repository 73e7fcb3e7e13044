import Search from '~icons/search'
import { Button } from '../components/button.tsx'

/** What a button sends, wherever it is placed; the palette waits for it. */
export const paletteAsked = 'signalpost-search'

const isMac = () => navigator.userAgent.includes('Mac')

/** Opens the search on every device: with a keyboard its keys are shown, elsewhere its icon alone. */
export const PaletteButton = () => (
  <Button
    kind="quiet"
    className="gap-2 text-muted max-xl:px-2.5 pointer-coarse:h-11 pointer-coarse:min-w-11"
    aria-haspopup="dialog"
    onClick={() => dispatchEvent(new Event(paletteAsked))}
  >
    <Search aria-hidden className="size-4" />
    {/* On a laptop the word would push *Stop and close* into a second line. */}
    <span className="max-xl:sr-only">Search</span>
    <kbd aria-hidden className="max-xl:hidden rounded border border-line px-1 font-sans text-xs">
      {isMac() ? '⌘' : 'Ctrl'} K
    </kbd>
  </Button>
)
