/**
 * What trading by alerts risks, in the product's own words: no provider's wording, and no percentage, since a tool that
 * people host themselves has none. The version is logged with each acceptance; new words get a new one.
 */
export const riskWords = {
  version: '2026-11-23',
  paragraphs: [
    'Signalpost is a tool. It sends orders to your own IG account because you told it to. It is no broker, gives no advice, and manages no one’s money.',
    'Spread bets and CFDs are leveraged. Losses come fast, they can take all that lies on the account, and most people who trade them lose. IG publishes how many of its own customers do: read that figure first.',
    'An order can be late, refused, filled at another price, or missing. A stop can fill worse than you set it: only a guaranteed one does not. Machines, networks, TradingView and IG all fail at times, and this tool can be wrong.',
    'Your account at IG is the truth, not this screen: look at it every day. You answer for IG’s terms, for your taxes and for the rules that you set.',
  ],
} as const
