import { loadWhenOpen } from './load-when-open.tsx'

export const Dialog = loadWhenOpen(async () => (await import('./dialog-box.tsx')).DialogBox)
