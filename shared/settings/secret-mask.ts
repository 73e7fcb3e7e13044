/**
 * Replaces a live password, API key or webhook secret in a response. In a request it means that the secret is
 * unchanged. This file is separate from the schemas so that the settings screen need not load the schemas.
 */
export const secretMask = '••••••••'
