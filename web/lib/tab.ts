/** The tab's title: the screen, and before it what should be visible from other tabs. */
const shown = { screen: '', before: '' }

const write = () => {
  document.title = [shown.before, shown.screen, 'Signalpost'].filter(Boolean).join(' · ')
}

export const nameScreen = (screen: string) => {
  shown.screen = screen
  write()
}

/** @param waiting number of things that wait for the user, shown on the tab's icon and the installed app's icon */
export const setTabPrefix = (before: string, waiting: number) => {
  shown.before = before
  write()
  document
    .querySelector('link[rel=icon]')
    ?.setAttribute('href', waiting > 0 ? '/signalpost-look.svg' : '/signalpost.svg')
  const badged = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.()
  // If a browser refuses a badge, the tab's title shows the number.
  badged?.catch(() => undefined)
}
