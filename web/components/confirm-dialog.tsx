import { loadWhenOpen } from './load-when-open.tsx'

/** Asks for confirmation before an action that trades or deletes. */
export const ConfirmDialog = loadWhenOpen(async () => (await import('./confirm-box.tsx')).ConfirmBox)
