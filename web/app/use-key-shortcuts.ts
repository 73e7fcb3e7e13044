import { useLocalStorage } from 'usehooks-ts'

/**
 * Whether single keys are shortcuts. Users of speech input, and users who press keys by accident, must be able to turn
 * them off (WCAG 2.1.4). The choice is stored in this browser.
 */
export const useKeyShortcuts = () => useLocalStorage('signalpost-key-shortcuts', true)
