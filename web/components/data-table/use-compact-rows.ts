import { useLocalStorage } from 'usehooks-ts'

/** Whether tables have lower rows to show more of them. The choice is stored in this browser for all tables. */
export const useCompactRows = () => useLocalStorage('signalpost-compact-rows', false)
