/**
 * `EXCHANGE:SYMBOL` with the characters of TradingView's symbols. All are ASCII, so conversion to capitals does not
 * depend on the language.
 */
export const marketPattern = /^[A-Za-z0-9._-]+:[A-Za-z0-9._&!/+^$'-]+$/
