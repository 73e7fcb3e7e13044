/** What the browser's tab says: the screen, and before it whatever is worth a glance from another tab. */
const shown = { screen: '', before: '' }

const write = () => {
  document.title = [shown.before, shown.screen, 'Signalpost'].filter(Boolean).join(' · ')
}

export const nameScreen = (screen: string) => {
  shown.screen = screen
  write()
}

/** @param needsReview the icon reports it, too */
export const setTabPrefix = (before: string, needsReview: boolean) => {
  shown.before = before
  write()
  document
    .querySelector('link[rel=icon]')
    ?.setAttribute('href', needsReview ? '/signalpost-look.svg' : '/signalpost.svg')
}
