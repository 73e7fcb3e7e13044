/** Explains why no IG market can match a TradingView symbol; null if a market may match it. */
export const whyUnmatchable = (symbol: string): string | null => {
  const ticker = symbol.toUpperCase().split(':').slice(1).join(':')
  if (/\d*!$/.test(ticker))
    return `${ticker} is a continuous future. TradingView and IG roll it on different days, so no epic matches it`
  if (/[/*+^]/.test(ticker) || /^[\d-]/.test(ticker))
    return `${ticker} is a spread or ratio, which IG doesn’t offer as a market`
  return null
}
