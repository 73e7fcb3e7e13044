/**
 * The risk warning about trading by alerts, in our own words. It has no percentage of losing accounts, because a tool
 * that people host themselves has no such figure. Its version is logged with each acceptance; a new text gets a new
 * version.
 */
export const riskWords = {
  version: '2026-11-23',
  paragraphs: [
    'Signalpost is a tool. It sends orders to your own IG account on your instructions. It is not a broker, gives no advice and does not manage money.',
    'Spread bets and CFDs are leveraged. You can lose money quickly, including everything in your account, and most people who trade them lose money. IG publishes the share of its customers who do. Read that figure first.',
    'Orders can be late, refused, filled at a different price or lost. A stop can fill at a worse price than you set, unless it is guaranteed. Computers, networks, TradingView and IG all fail at times, and Signalpost can make mistakes.',
    'Your IG account is the authoritative record, not this screen. Check it every day. You are responsible for keeping to IG’s terms, for your taxes and for the rules you set.',
  ],
} as const
