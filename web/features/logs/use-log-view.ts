import { useLocalStorage } from 'usehooks-ts'

/** Whether entries are shown as cards or as lines. */
export type LogView = 'detailed' | 'dense'

/** Returns the view that was last selected in this browser. */
export const useLogView = () => useLocalStorage<LogView>('signalpost-log-view', 'detailed')
