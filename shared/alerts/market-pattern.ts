/**
 * `EXCHANGE:SYMBOL`, limited to the characters of TradingView's symbols. They are all ASCII, so that every language's
 * capitals are the same.
 */
export const marketPattern = /^[A-Za-z0-9._-]+:[A-Za-z0-9._&!/+^$'-]+$/
