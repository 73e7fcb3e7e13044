import type { TracedRule } from '../../../shared/trading/model/rule-names.ts'

/** A trader's guide. Help shows it, and `docs/guide.md` is written from it. */

export type GuideSection = {
  readonly title: string
  readonly steps: readonly string[]
}

export const guideSections: readonly GuideSection[] = [
  {
    title: 'Connect to IG',
    steps: [
      'Start with paper IG on your own machine, or with IG’s demo. Paper IG accepts any username that begins with “paper”, any password and any API key. Settings fills in a login for you.',
      'For IG’s demo, log in on IG’s website, open My IG > Settings > API keys and create a demo key. The page also shows the demo username. Demo and live each have their own username, password and API key.',
      'In Settings, enter username, password and API key, press “Test connection”, choose the account (spread bet or CFD) and save. If IG rejects the login, the message says what to do. `npx signalpost test-login` tries the same login from your own machine.',
      'IG’s API takes your username, not your email address. Accounts of IG Singapore and IG Japan can’t be used.',
    ],
  },
  {
    title: 'Add instruments',
    steps: [
      'Signalpost trades only the instruments in your list. On Instruments, press “Add in bulk” and paste symbols as TradingView shows them, such as NASDAQ:AAPL and LSE:VOD, or an exported watchlist. We search IG for each symbol. Check the market we find, then add it.',
      'The name must match the alert’s exchange and symbol exactly. LSE_DLY:VOD is delayed data, and the name doesn’t match LSE:VOD.',
      'The price multiplier turns TradingView’s price into IG’s. If TradingView shows 229.87 and IG shows 22,987, it is 100. A price more than 10% away from IG’s after the multiplier never trades.',
      'Max position size is the most that a position may be worth in your account’s currency. The order’s size is worked out from it and rounded down to IG’s step.',
      'To risk the same on each trade, set a risk per trade for an instrument or a strategy: a percentage of your equity (IG’s balance plus running profit), an amount, or both, of which the smaller applies. The size is then that risk divided by what the stop would lose, never above the max position size. A strategy’s setting wins. If your equity can’t be read, the alert is refused. In a CSV the columns are Risk Percent and Risk Amount. A file without them keeps what each row had.',
    ],
  },
  {
    title: 'Set stop and target',
    steps: [
      'Stops and targets are distances in multiples of the ATR, the average daily range. An ATR of 2.10 with a stop percentage of 150 puts the stop 3.15 away from the entry.',
      'The ATR comes with the alert, as “atr”, or is worked out from daily prices. Each instrument has a period and a percentage for the stop and for the target.',
      'The opening price percentage applies to limit orders: 100.5 asks for a price half a percent better than the alert’s.',
    ],
  },
  {
    title: 'Send an alert',
    steps: [
      'Copy the webhook URL and the alert text from Help into the TradingView alert. The secret in the text identifies you, so don’t share it.',
      'TradingView can’t reach Signalpost on localhost. Send alerts with `npm run alert -- BUY NASDAQ:AAPL` instead, or deploy Signalpost to your AWS account.',
      'For a strategy, use the strategy template. Its alerts say what the strategy held before and after each order, so exits, reductions and reversals are understood.',
    ],
  },
  {
    title: 'Read a refusal',
    steps: [
      'Every alert has an entry in Logs. It begins with what happened: Placed, Refused, Rejected by IG, Expired, Blocked or Needs review.',
      'A refusal names the rule, what was found and your limit: “Refused: duplicate — 1 position already open on NASDAQ:AAPL”. Open the entry to see every rule that was checked, in order.',
      'The entry links to the alert’s page. Its first button leads to the setting that lets the next alert pass, “What if” shows what another rule would have done, and “Try again” decides the alert with today’s rules. “Needs review” means IG didn’t say what happened to an order. “Ask IG again” looks the order up; also check your IG account.',
    ],
  },
  {
    title: 'Pause, stop and close',
    steps: [
      '“Pause trading”, at the top of every screen (on a phone, tap the figures there), refuses entries. Exits, stops and timed exits continue. “Stop everything” also holds exits back and offers to carry them out when you resume.',
      '“Stop”, at the top of every screen or at the bottom of a phone’s, pauses trading, deletes your working orders and closes your positions one by one after you press and hold its button. To close a single position, use its row on Positions. The row opens the position: its result, the money at its stop and target, its prices, and what happened to it.',
      'Limits in Settings stop entries after a loss, a fall from the day’s peak or too many trades. A loss limit can also close everything.',
    ],
  },
]

/** What each rule checks, in the order in which rules are checked. */
export const ruleMeanings: Readonly<Record<TracedRule, string>> = {
  mode: 'The secret belongs to the mode you trade in now, and the mode and account haven’t changed since the alert arrived.',
  'trading not paused': 'You haven’t paused trading. Exits pass unless you chose “Stop everything”.',
  'strategy paused': 'You haven’t paused the alert’s strategy.',
  'no limit reached': 'None of your limits has stopped entries.',
  credentials: 'The username, password, API key and account ID for the mode are set.',
  'alert age': 'The alert is no older than your limit, and its time isn’t in the future.',
  'alert order': 'No newer alert for the same strategy and market has already been decided.',
  'position change': 'The alert is consistent about what its strategy held before and after.',
  instrument: 'The market is in your instrument list and has an IG epic.',
  'in step': 'The strategy has the position at IG that the alert says it had before.',
  'price sanity': 'The price, after the multiplier, is within 10% of IG’s.',
  'something to leave': 'There is something to close, reduce or cancel.',
  'stop to move': 'There is a stop to move, and IG accepts the new level.',
  cooldown: 'The last order on the instrument was placed longer ago than your cooldown.',
  'dividend date': 'Today isn’t the instrument’s dividend date.',
  'loss limits': 'The entry stays within all your limits.',
  duplicate: 'Nothing is open or working on the instrument yet.',
  'opposite position': 'No position in the opposite direction is open on the instrument.',
  'open positions': 'You have fewer open positions than your limit.',
  'positions and orders': 'You have fewer positions and orders than your limit.',
  'strategy positions': 'The strategy has fewer positions than its own limit.',
  'ATR known': 'The ATR for the stop and target is in the alert or can be worked out from daily prices.',
  size: 'The size that fits your max position size, and your risk per trade if you set one, is no smaller than IG’s minimum.',
  'stop and limit distance': 'IG accepts the distances of the stop and target.',
  'market open': 'The market is open for dealing, if the order is a market order.',
  margin: 'The margin that the order takes is available at IG, and within your limit if you set one.',
  'open risk': 'The total that all positions could lose at their stops stays within your limit.',
  'ask first': 'You approved the order, if you require approval.',
  'safety brake': 'No more orders than your limit were placed within 60 seconds.',
  'request allowance': 'IG’s limit on requests per minute left room for the order.',
}
