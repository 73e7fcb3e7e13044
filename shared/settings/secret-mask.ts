/**
 * Replaces a live password, API key or webhook secret in an answer; in a request it means unchanged. Separate from the
 * schemas, so that the settings screen need not load them.
 */
export const secretMask = '••••••••'
