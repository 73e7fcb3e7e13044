export const mainContentId = 'content'

/** The page's main landmark. Menus and tooltips open inside it, so that screen-reader users find them there. */
export const mainContent = () => document.getElementById(mainContentId)
