/** What a webhook secret may be, apart from the schemas: the settings form and the alert parser agree. */

export const webhookSecretLimits = { min: 16, max: 128 } as const

/** Characters of a secret of one's own choosing. A shorter one that is in use already stays as it is. */
export const leastOwnSecret = 20

/** White space would part it in an alert of one line; NUL and half a character no alert may hold. */
export const withoutSpaces = /^[^\s\p{Cc}\p{Cs}]*$/u

/** TradingView would take it for a placeholder. */
export const withoutBraces = /^(?!.*\{\{)/
