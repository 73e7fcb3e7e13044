// This file is separate from the schemas so that the first screen need not load the schemas.
export const pageLimits = { default: 20, max: 1000, options: [10, 20, 50, 100] } as const

/** Maximum length of a search term, in characters. */
export const longestSearch = 100
