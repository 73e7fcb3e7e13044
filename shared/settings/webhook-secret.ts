/** Rules for webhook secrets. The settings form and the alert parser share them without loading the schemas. */

export const webhookSecretLimits = { min: 16, max: 128 } as const

/** Minimum length of a secret that a user chooses. A shorter secret that is already in use stays valid. */
export const leastOwnSecret = 20

/** White space would split the secret in a one-line alert. NUL and unpaired surrogates are not allowed in any alert. */
export const withoutSpaces = /^[^\s\p{Cc}\p{Cs}]*$/u

/** A secret must not contain two opening braces, because TradingView would take them for a placeholder. */
export const withoutBraces = /^(?!.*\{\{)/
