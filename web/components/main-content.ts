export const mainContentId = 'content'

/** Where a small layer belongs that is no dialog: inside the page's main landmark, for whoever moves by landmarks. */
export const mainContent = () => document.getElementById(mainContentId)
