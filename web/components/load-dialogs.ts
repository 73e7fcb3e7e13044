/** Brings what dialogs are made of before the first of them opens. */
export const loadDialogs = () => void import('./confirm-box.tsx').catch(() => undefined)
