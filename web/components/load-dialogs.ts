/** Loads the code of the dialogs before the first dialog opens. */
export const loadDialogs = () => void import('./confirm-box.tsx').catch(() => undefined)
