/** The parts of the tab's title: the screen's name and, before it, a prefix that is visible from other tabs. */
const shown = { screen: '', before: '' }

const write = () => {
  document.title = [shown.before, shown.screen, 'Signalpost'].filter(Boolean).join(' · ')
}

export const nameScreen = (screen: string) => {
  shown.screen = screen
  write()
}

/**
 * @param waiting number of things that wait for the user; the tab's icon marks that there are any, and the installed
 * app's icon shows the number
 */
export const setTabPrefix = (before: string, waiting: number) => {
  shown.before = before
  write()
  document
    .querySelector('link[rel=icon]')
    ?.setAttribute('href', waiting > 0 ? '/signalpost-look.svg' : '/signalpost.svg')
  const badged = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.()
  // If the browser refuses to show a badge, the number is still in the tab's title.
  badged?.catch(() => undefined)
}
