import { useLocalStorage } from 'usehooks-ts'

/**
 * Whether single keys act on their own. Who speaks to the browser, or hits keys by accident, must be able to turn that off
 * (WCAG 2.1.4). Kept in this browser.
 */
export const useKeyShortcuts = () => useLocalStorage('signalpost-key-shortcuts', true)
