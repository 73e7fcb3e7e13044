export const mainContentId = 'content'

/** Where a small layer belongs that is no dialog: inside the page's main landmark, for navigation by landmarks. */
export const mainContent = () => document.getElementById(mainContentId)
