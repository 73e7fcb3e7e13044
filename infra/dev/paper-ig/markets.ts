import {
  daySessions,
  londonShares,
  nasdaqShares,
  newYorkShares,
  type ShareRow,
  tickersWithoutCodes,
} from './more-shares.ts'

/** A market of paper IG. Its price is invented, but in a realistic range and in IG's units. */

export type PaperMarket = {
  readonly epic: string
  readonly name: string
  readonly type: 'SHARES' | 'INDICES' | 'CURRENCIES' | 'COMMODITIES'
  /** The kind of account that can trade the market. */
  readonly accountType: 'SPREADBET' | 'CFD'
  /** `DFB` is a daily funded bet, `-` an undated CFD, and `MAR-27` a contract that ends and rolls. */
  readonly expiry: string
  /** Epic of the contract to which positions roll. */
  readonly rollsTo?: string
  readonly currency: 'GBP' | 'USD' | 'JPY'
  /** The price of one unit of `currency` in GBP. */
  readonly gbpRate: number
  /** Base price of the simulated movements, in IG's units: pence, cents or points. */
  readonly price: number
  /** Volatility relative to that of an ordinary share. */
  readonly liveliness: number
  readonly spread: number
  readonly decimals: number
  readonly scalingFactor: number
  /** Multiplied by `scalingFactor`, this is the profit of a position of size 1 if its price moves by 1. */
  readonly lotSize: number
  readonly minDealSize: number
  readonly minStop: { readonly unit: 'POINTS' | 'PERCENTAGE'; readonly value: number }
  readonly marginPercent: number
  /** The symbol at TradingView as `EXCHANGE:TICKER`. `multiplier` converts prices at TradingView to IG's. */
  readonly tradingView: string
  readonly multiplier: number
  readonly yahooSymbol: string
  /** Whether IG's market details contain no codes for the market. */
  readonly hasNoCodes?: boolean
}

type Row = readonly [epic: string, name: string, tradingView: string, yahooSymbol: string, price: number]

type Kind = Pick<
  PaperMarket,
  'type' | 'liveliness' | 'decimals' | 'minDealSize' | 'minStop' | 'marginPercent' | 'multiplier'
>

const bet = (
  [epic, name, tradingView, yahooSymbol, price]: Row,
  spread: number,
  kind: Kind,
): PaperMarket => ({
  epic,
  name,
  tradingView,
  yahooSymbol,
  price,
  spread,
  ...kind,
  accountType: 'SPREADBET',
  expiry: 'DFB',
  currency: 'GBP',
  gbpRate: 1,
  scalingFactor: 1,
  lotSize: 1,
})

const shares = { type: 'SHARES', minStop: { unit: 'PERCENTAGE', value: 0.5 }, marginPercent: 20 } as const

/** A UK share. Paper IG and TradingView both quote it in pence. */
const ukShare = (row: Row) =>
  bet(row, row[4] * 0.001, { ...shares, liveliness: 1, decimals: 2, minDealSize: 0.1, multiplier: 1 })
/** A US share. Paper IG quotes it in cents, TradingView in dollars. */
const usShare = (row: Row) =>
  bet(row, row[4] * 0.0005, { ...shares, liveliness: 1.3, decimals: 1, minDealSize: 0.01, multiplier: 100 })
const index = (row: Row, spread: number) =>
  bet(row, spread, {
    type: 'INDICES',
    liveliness: 0.7,
    decimals: 1,
    minDealSize: 0.1,
    minStop: { unit: 'POINTS', value: 4 },
    marginPercent: 5,
    multiplier: 1,
  })
/** A currency pair. Paper IG quotes it in points, TradingView as a rate. */
const currency = (row: Row, multiplier: number) =>
  bet(row, 0.9, {
    type: 'CURRENCIES',
    liveliness: 0.4,
    decimals: 1,
    minDealSize: 0.1,
    minStop: { unit: 'POINTS', value: 2 },
    marginPercent: 3.33,
    multiplier,
  })
const gold = (row: Row) =>
  bet(row, 0.6, {
    type: 'COMMODITIES',
    liveliness: 0.7,
    decimals: 2,
    minDealSize: 0.1,
    minStop: { unit: 'POINTS', value: 1 },
    marginPercent: 5,
    multiplier: 1,
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
  index(['IX.D.FTSE.DAILY.IP', 'FTSE 100', 'TVC:UKX', '^FTSE', 8802], 1),
  index(['IX.D.DAX.DAILY.IP', 'Germany 40', 'XETR:DAX', '^GDAXI', 24110], 1.2),
  index(['IX.D.SPTRD.DAILY.IP', 'US 500', 'SP:SPX', '^GSPC', 6715], 0.6),
  index(['IX.D.DOW.DAILY.IP', 'Wall Street', 'DJ:DJI', '^DJI', 47120], 2.4),
  currency(['CS.D.EURUSD.TODAY.IP', 'EUR/USD', 'FX:EURUSD', 'EURUSD=X', 11582.3], 10_000),
  currency(['CS.D.GBPUSD.TODAY.IP', 'GBP/USD', 'FX:GBPUSD', 'GBPUSD=X', 13124.6], 10_000),
  currency(['CS.D.USDJPY.TODAY.IP', 'USD/JPY', 'FX:USDJPY', 'JPY=X', 15493.1], 100),
  gold(['CS.D.USCGC.TODAY.IP', 'Spot Gold', 'OANDA:XAUUSD', 'GC=F', 4088.4]),
]

const dollars = { currency: 'USD', gbpRate: 0.76 } as const

/** What is different if a market is traded as a CFD. Its sizes are numbers of shares or contracts. */
const asCfd = (market: PaperMarket): Partial<PaperMarket> & Pick<PaperMarket, 'epic'> => {
  const { epic, type, price, spread, multiplier } = market
  const cash = epic.replace('.DAILY.', '.CASH.').replace('.DFB.', '.DAY.')
  const cfd = epic.replace(/\.(DAILY|TODAY)\./, '.CFD.')
  switch (type) {
    case 'SHARES':
      // UK shares are still quoted in pence, but results are in pounds. US shares are quoted in dollars.
      return multiplier === 1
        ? { epic: cash, lotSize: 0.01, minDealSize: 1 }
        : {
            epic: cash,
            ...dollars,
            price: price / 100,
            spread: spread / 100,
            decimals: 2,
            scalingFactor: 100,
            lotSize: 0.01,
            minDealSize: 1,
            multiplier: 1,
          }
    case 'CURRENCIES':
      return {
        epic: cfd,
        ...(multiplier === 100 ? { currency: 'JPY', gbpRate: 0.0049 } : dollars),
        price: price / multiplier,
        spread: spread / multiplier,
        decimals: multiplier === 100 ? 3 : 5,
        scalingFactor: multiplier,
        lotSize: multiplier === 100 ? 100 : 1,
        multiplier: 1,
      }
    case 'COMMODITIES':
      return { epic: cfd, ...dollars, lotSize: 100 }
    case 'INDICES':
      return { epic: cfd, lotSize: epic.includes('FTSE') ? 10 : 1 }
  }
}

const cfdOf = (market: PaperMarket): PaperMarket => ({
  ...market,
  accountType: 'CFD',
  expiry: '-',
  ...asCfd(market),
})

/** Additional shares for a benchmark in which a bar closes on a hundred instruments at once. */
const more = Array.from({ length: Number(process.env.PAPER_SHARES ?? 0) }, (_, index) => {
  const name = `S${String(index).padStart(3, '0')}`
  return ukShare([`KA.D.${name}.DAILY.IP`, `Bench ${name} PLC`, `LSE:${name}`, `${name}.L`, 100 + index])
})

/** Two contracts of one market. A position in the first contract rolls to the second. */
const brent: readonly PaperMarket[] = (
  [
    ['EN.D.LCO.Month5.IP', 'MAR-27', 5984],
    ['EN.D.LCO.Month6.IP', 'APR-27', 5888],
  ] as const
).map(([epic, expiry, price]) => ({
  ...gold([epic, 'Oil - Brent Crude', 'TVC:UKOIL', 'BZ=F', price]),
  accountType: 'CFD',
  expiry,
  spread: 2.8,
  decimals: 1,
  ...(expiry === 'MAR-27' ? { rollsTo: 'EN.D.LCO.Month6.IP' } : {}),
}))

/** The markets that the demo user, the simulation and the benchmarks use. */
export const usualMarkets: readonly PaperMarket[] = [...bets, ...bets.map(cfdOf), ...brent, ...more]

const bare = (ticker: string) => ticker.replace(/[^A-Z0-9]/g, '')
const epicOf = (ticker: string, place: string, session = 'DAILY') =>
  `${place}.D.${bare(ticker)}.${session}.IP`
const withCodes = (market: PaperMarket, ticker: string): PaperMarket =>
  tickersWithoutCodes.includes(ticker) ? { ...market, hasNoCodes: true } : market

const londonShare = ([ticker, name, price]: ShareRow) => {
  const yahooSymbol = `${ticker.replace(/\.$/, '').replaceAll('.', '-')}.L`
  return withCodes(ukShare([epicOf(ticker, 'KC'), name, `LSE:${ticker}`, yahooSymbol, price]), ticker)
}
const americanShare = (exchange: string, place: string) => (row: ShareRow) => {
  const [ticker, name, price] = row
  const symbol = `${exchange}:${ticker}`
  const daily = withCodes(usShare([epicOf(ticker, place), name, symbol, ticker, price]), ticker)
  const daySession = name.replace(' (All Sessions)', '')
  return daySessions.includes(ticker)
    ? [daily, usShare([epicOf(ticker, place, 'DFB'), daySession, symbol, ticker, price])]
    : [daily]
}

const found = [
  ...londonShares.map(londonShare),
  ...nasdaqShares.flatMap(americanShare('NASDAQ', 'UE')),
  ...newYorkShares.flatMap(americanShare('NYSE', 'UF')),
]

export const paperMarkets: readonly PaperMarket[] = [...usualMarkets, ...found, ...found.map(cfdOf)]

/** A user's own watchlists at IG, with most of the shares of the account's kind. */
export const ownWatchlists = (accountType: PaperMarket['accountType']) => {
  const own = paperMarkets
    .filter((market) => market.accountType === accountType && market.type === 'SHARES' && !market.hasNoCodes)
    .filter(({ tradingView }) => !daySessions.includes(tradingView.split(':')[1] ?? ''))
    .filter((_, index) => index % 20 !== 19)
  const inLondon = (market: PaperMarket) => market.tradingView.startsWith('LSE:')
  return [
    { name: 'London shares', epics: own.filter(inLondon).map(({ epic }) => epic) },
    { name: 'US shares', epics: own.filter((market) => !inLondon(market)).map(({ epic }) => epic) },
  ]
}

/** The Reuters suffix and the country of each exchange, by its name at TradingView. */
const places: Readonly<Record<string, readonly [suffix: string, country: string]>> = {
  NASDAQ: ['O', 'US'],
  NYSE: ['N', 'US'],
  LSE: ['L', 'GB'],
}

/**
 * The codes in IG's market details, which its search results lack. Shares have a Reuters code, a ticker, a market ID
 * and a country. Indices have no country. Currencies and metals only have a market ID.
 */
export const codesOf = ({ tradingView, type, hasNoCodes }: PaperMarket) => {
  if (hasNoCodes) return { newsCode: null, chartCode: null, marketId: null, country: null }
  const [exchange = '', symbol = ''] = tradingView.split(':')
  const ticker = bare(symbol)
  const [suffix, country] = places[exchange] ?? []
  if (type === 'SHARES' && suffix)
    return { newsCode: `${ticker}.${suffix}`, chartCode: ticker, marketId: `${ticker}-${country}`, country }
  if (type === 'INDICES')
    return { newsCode: `.${ticker}`, chartCode: ticker, marketId: ticker, country: null }
  return { newsCode: null, chartCode: null, marketId: ticker, country: null }
}
