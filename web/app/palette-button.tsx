import Search from '~icons/search'
import { Button } from '../components/button.tsx'

/** The event with which a button opens the palette. */
export const paletteAsked = 'signalpost-search'

const isMac = () => navigator.userAgent.includes('Mac')

/** The button that opens the search. It shows the shortcut if there is a keyboard, otherwise only the icon. */
export const PaletteButton = () => (
  <Button
    kind="quiet"
    className="gap-2 text-muted max-xl:px-2.5 pointer-coarse:h-11 pointer-coarse:min-w-11"
    aria-haspopup="dialog"
    onClick={() => dispatchEvent(new Event(paletteAsked))}
  >
    <Search aria-hidden className="size-4" />
    {/* On a laptop the text would push *Stop and close* into a second line. */}
    <span className="max-xl:sr-only">Search</span>
    <kbd aria-hidden className="max-xl:hidden rounded border border-line px-1 font-sans text-xs">
      {isMac() ? '⌘' : 'Ctrl'} K
    </kbd>
  </Button>
)
