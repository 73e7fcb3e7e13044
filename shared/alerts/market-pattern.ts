/**
 * `EXCHANGE:SYMBOL` with the characters of TradingView's symbols. All are ASCII, so capitals do not depend on the
 * language.
 */
export const marketPattern = /^[A-Za-z0-9._-]+:[A-Za-z0-9._&!/+^$'-]+$/
