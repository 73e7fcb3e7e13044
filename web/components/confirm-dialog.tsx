import { loadWhenOpen } from './load-when-open.tsx'

/** Asks before a step that trades or deletes. */
export const ConfirmDialog = loadWhenOpen(async () => (await import('./confirm-box.tsx')).ConfirmBox)
