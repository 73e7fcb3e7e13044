import { useLocalStorage } from 'usehooks-ts'

/** Whether tables have low rows to show more of them. Stored in this browser for all tables. */
export const useCompactRows = () => useLocalStorage('signalpost-compact-rows', false)
