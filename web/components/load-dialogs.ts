/** Loads the code of dialogs before the first one opens. */
export const loadDialogs = () => void import('./confirm-box.tsx').catch(() => undefined)
