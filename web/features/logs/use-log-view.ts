import { useLocalStorage } from 'usehooks-ts'

/** A card for each entry, or a line. */
export type LogView = 'detailed' | 'dense'

/** The view last chosen in this browser. */
export const useLogView = () => useLocalStorage<LogView>('signalpost-log-view', 'detailed')
