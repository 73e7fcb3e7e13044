/** What paper IG trades, as one plain table. Prices are made up, of the right size and in the units that IG quotes. */

export type PaperMarket = {
  readonly epic: string
  readonly name: string
  readonly type: 'SHARES' | 'INDICES' | 'CURRENCIES' | 'COMMODITIES'
  /** Traded on this kind of account only. */
  readonly accountType: 'SPREADBET' | 'CFD'
  /** DFB: daily funded bet; `-`: undated CFD. */
  readonly expiry: 'DFB' | '-'
  readonly currency: 'GBP' | 'USD'
  /** What one unit of `currency` costs in GBP. */
  readonly gbpRate: number
  /** Where the walk begins, in IG's units: pence, cents or points. */
  readonly price: number
  readonly spread: number
  readonly decimals: number
  /** Points per unit of price. */
  readonly scalingFactor: number
  readonly lotSize: number
  readonly minDealSize: number
  readonly minStop: { readonly unit: 'POINTS' | 'PERCENTAGE'; readonly value: number }
  readonly marginPercent: number
  /** `EXCHANGE:TICKER` at TradingView, and the factor from its price to IG's. */
  readonly tradingView: string
  readonly multiplier: number
  readonly yahooSymbol: string
}

type Bet = readonly [epic: string, name: string, tradingView: string, yahooSymbol: string, price: number]

const bet = (
  [epic, name, tradingView, yahooSymbol, price]: Bet,
  rest: Pick<
    PaperMarket,
    'type' | 'spread' | 'decimals' | 'minDealSize' | 'minStop' | 'marginPercent' | 'multiplier'
  >,
): PaperMarket => ({
  ...rest,
  epic,
  name,
  tradingView,
  yahooSymbol,
  price,
  accountType: 'SPREADBET',
  expiry: 'DFB',
  currency: 'GBP',
  gbpRate: 1,
  scalingFactor: 1,
  lotSize: 1,
})

/** UK shares are quoted in pence here and at TradingView; US shares in cents here, in dollars there. */
const ukShare = (share: Bet) =>
  bet(share, {
    type: 'SHARES',
    spread: share[4] * 0.001,
    decimals: 2,
    minDealSize: 0.1,
    minStop: { unit: 'PERCENTAGE', value: 0.5 },
    marginPercent: 20,
    multiplier: 1,
  })
const usShare = (share: Bet) =>
  bet(share, {
    type: 'SHARES',
    spread: share[4] * 0.0005,
    decimals: 1,
    minDealSize: 0.01,
    minStop: { unit: 'PERCENTAGE', value: 0.5 },
    marginPercent: 20,
    multiplier: 100,
  })
const index = (market: Bet) =>
  bet(market, {
    type: 'INDICES',
    spread: 1,
    decimals: 1,
    minDealSize: 0.1,
    minStop: { unit: 'POINTS', value: 4 },
    marginPercent: 5,
    multiplier: 1,
  })
const currency = (market: Bet, multiplier: number) =>
  bet(market, {
    type: 'CURRENCIES',
    spread: 0.9,
    decimals: 1,
    minDealSize: 0.1,
    minStop: { unit: 'POINTS', value: 2 },
    marginPercent: 3.33,
    multiplier,
  })

const bets: readonly PaperMarket[] = [
  ukShare(['KA.D.VOD.DAILY.IP', 'Vodafone Group PLC', 'LSE:VOD', 'VOD.L', 88.42]),
  ukShare(['KA.D.BP.DAILY.IP', 'BP PLC', 'LSE:BP.', 'BP.L', 431.5]),
  ukShare(['KA.D.BARC.DAILY.IP', 'Barclays PLC', 'LSE:BARC', 'BARC.L', 402.7]),
  ukShare(['KA.D.LLOY.DAILY.IP', 'Lloyds Banking Group PLC', 'LSE:LLOY', 'LLOY.L', 91.16]),
  ukShare(['KA.D.TSCO.DAILY.IP', 'Tesco PLC', 'LSE:TSCO', 'TSCO.L', 448.2]),
  ukShare(['KA.D.RR.DAILY.IP', 'Rolls-Royce Holdings PLC', 'LSE:RR.', 'RR.L', 1102.5]),
  ukShare(['KB.D.SHEL.DAILY.IP', 'Shell PLC', 'LSE:SHEL', 'SHEL.L', 2788]),
  ukShare(['KB.D.AZN.DAILY.IP', 'AstraZeneca PLC', 'LSE:AZN', 'AZN.L', 12840]),
  usShare(['UA.D.AAPL.DAILY.IP', 'Apple Inc (All Sessions)', 'NASDAQ:AAPL', 'AAPL', 22987]),
  usShare(['UC.D.MSFT.DAILY.IP', 'Microsoft Corp (All Sessions)', 'NASDAQ:MSFT', 'MSFT', 48120]),
  usShare(['UD.D.TSLA.DAILY.IP', 'Tesla Motors Inc (All Sessions)', 'NASDAQ:TSLA', 'TSLA', 34210]),
  usShare(['UC.D.NVDA.DAILY.IP', 'NVIDIA Corp (All Sessions)', 'NASDAQ:NVDA', 'NVDA', 18845]),
  usShare(['SA.D.AMD.DAILY.IP', 'Advanced Micro Devices Inc (All Sessions)', 'NASDAQ:AMD', 'AMD', 21405]),
  usShare(['UA.D.AMZN.DAILY.IP', 'Amazon.com Inc (All Sessions)', 'NASDAQ:AMZN', 'AMZN', 22610]),
  usShare(['UB.D.FB.DAILY.IP', 'Meta Platforms Inc (All Sessions)', 'NASDAQ:META', 'META', 61205]),
  index(['IX.D.FTSE.DAILY.IP', 'FTSE 100', 'TVC:UKX', '^FTSE', 8802]),
  index(['IX.D.DAX.DAILY.IP', 'Germany 40', 'XETR:DAX', '^GDAXI', 24110]),
  index(['IX.D.SPTRD.DAILY.IP', 'US 500', 'SP:SPX', '^GSPC', 6715]),
  index(['IX.D.DOW.DAILY.IP', 'Wall Street', 'DJ:DJI', '^DJI', 47120]),
  currency(['CS.D.EURUSD.TODAY.IP', 'EUR/USD', 'FX:EURUSD', 'EURUSD=X', 11582.3], 10_000),
  currency(['CS.D.GBPUSD.TODAY.IP', 'GBP/USD', 'FX:GBPUSD', 'GBPUSD=X', 13124.6], 10_000),
  currency(['CS.D.USDJPY.TODAY.IP', 'USD/JPY', 'FX:USDJPY', 'JPY=X', 15493.1], 100),
  {
    ...index(['CS.D.USCGC.TODAY.IP', 'Spot Gold', 'OANDA:XAUUSD', 'GC=F', 4088.4]),
    type: 'COMMODITIES',
    spread: 0.6,
    decimals: 2,
    minStop: { unit: 'POINTS', value: 1 },
  },
]

/** The same markets as CFDs, where IG has them: US shares in dollars, FX as a rate. */
const cfdOf = (market: PaperMarket, epic: string, change: Partial<PaperMarket>): PaperMarket => ({
  ...market,
  accountType: 'CFD',
  expiry: '-',
  ...change,
  epic,
})

const find = (epic: string) => bets.find((market) => market.epic === epic) as PaperMarket

const cfds: readonly PaperMarket[] = [
  cfdOf(find('KA.D.VOD.DAILY.IP'), 'KA.D.VOD.CASH.IP', { lotSize: 0.01, minDealSize: 1 }),
  cfdOf(find('KA.D.BP.DAILY.IP'), 'KA.D.BP.CASH.IP', { lotSize: 0.01, minDealSize: 1 }),
  cfdOf(find('UA.D.AAPL.DAILY.IP'), 'UA.D.AAPL.CASH.IP', {
    currency: 'USD',
    gbpRate: 0.76,
    price: 229.87,
    spread: 0.12,
    decimals: 2,
    scalingFactor: 100,
    lotSize: 0.01,
    minDealSize: 1,
    multiplier: 1,
  }),
  cfdOf(find('IX.D.FTSE.DAILY.IP'), 'IX.D.FTSE.CFD.IP', { lotSize: 10 }),
  cfdOf(find('CS.D.EURUSD.TODAY.IP'), 'CS.D.EURUSD.CFD.IP', {
    currency: 'USD',
    gbpRate: 0.76,
    price: 1.15823,
    spread: 0.00009,
    decimals: 5,
    scalingFactor: 10_000,
    lotSize: 1,
    multiplier: 1,
  }),
]

export const paperMarkets: readonly PaperMarket[] = [...bets, ...cfds]
