/** What a webhook secret may be, apart from the schemas: whoever saves one and whoever reads one in an alert agree. */

export const webhookSecretLimits = { min: 16, max: 128 } as const

/** White space would part it in an alert of one line; NUL and half a character no alert may hold. */
export const withoutSpaces = /^[^\s\p{Cc}\p{Cs}]*$/u

/** TradingView would take it for a placeholder. */
export const withoutBraces = /^(?!.*\{\{)/
