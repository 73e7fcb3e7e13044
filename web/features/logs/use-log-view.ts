import { useLocalStorage } from 'usehooks-ts'

/** Shows each entry as a card or as a line. */
export type LogView = 'detailed' | 'dense'

/** Returns the view last selected in this browser. */
export const useLogView = () => useLocalStorage<LogView>('signalpost-log-view', 'detailed')
