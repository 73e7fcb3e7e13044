export const mainContentId = 'content'

/** The page's main landmark. Menus open inside it, so that screen-reader users find them there. */
export const mainContent = () => document.getElementById(mainContentId)
