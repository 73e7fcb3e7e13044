/** What the browser's tab says: the screen, and before it whatever is worth a glance from another tab. */
const shown = { screen: '', before: '' }

const write = () => {
  document.title = [shown.before, shown.screen, 'Signalpost'].filter(Boolean).join(' · ')
}

export const nameScreen = (screen: string) => {
  shown.screen = screen
  write()
}

/** @param waiting how many things wait for the user: the tab's icon and, if it is installed, the app's icon show it */
export const setTabPrefix = (before: string, waiting: number) => {
  shown.before = before
  write()
  document
    .querySelector('link[rel=icon]')
    ?.setAttribute('href', waiting > 0 ? '/signalpost-look.svg' : '/signalpost.svg')
  const badged = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.()
  // A browser may refuse a badge; the tab says it then.
  badged?.catch(() => undefined)
}
