/**
 * Replaces a live password, API key or webhook secret in an answer; sent back, it means unchanged. Apart from settings.ts, so that the
 * settings screen knows it without the schemas.
 */
export const secretMask = '••••••••'
