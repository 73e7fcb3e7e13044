export const mainContentId = 'content'

/** The container of small layers that are no dialogs: the page's main landmark, so that they are found by landmark. */
export const mainContent = () => document.getElementById(mainContentId)
