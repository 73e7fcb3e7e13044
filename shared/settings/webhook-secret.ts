/** Rules for webhook secrets, which the settings form and the alert parser share, apart from the schemas. */

export const webhookSecretLimits = { min: 16, max: 128 } as const

/** Minimum length of a user's own secret. A shorter one in use stays valid. */
export const leastOwnSecret = 20

/** White space would split it in an alert of one line; NUL and unpaired surrogates are not allowed in any alert. */
export const withoutSpaces = /^[^\s\p{Cc}\p{Cs}]*$/u

/** TradingView would take braces for a placeholder. */
export const withoutBraces = /^(?!.*\{\{)/
