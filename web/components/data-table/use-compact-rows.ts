import { useLocalStorage } from 'usehooks-ts'

/** Whether tables show lower rows, and more of them: kept in this browser for all tables. */
export const useCompactRows = () => useLocalStorage('signalpost-compact-rows', false)
