import { deflateSync, inflateSync } from 'node:zlib'

/**
 * What an alert was decided on says mostly the same as that of others: deflated over what all say, two thousand
 * characters take some 350 bytes. These words are never to be changed, since rows lie packed over them: better ones need
 * a schema of their own.
 */
const decidedDeal = {
  dealId: 'DIAAAA00000001S',
  dealReference: 'SP-',
  epic: 'KA.D.VOD.DAILY.IP',
  direction: 'SELL',
  size: '0.5',
  level: '90.70',
  expiry: 'DFB',
  createdAt: 1788777679750,
  strategy: '',
  market: 'LSE:VOD',
  stopLevel: '88.4',
  limitLevel: '93.1',
  controlledRisk: false,
  trail: null,
  isTradeable: true,
  bid: '90.6',
  offer: '90.7',
  contractSize: '1',
  currency: 'GBP',
}

/** What an alert was decided on, and the settings of it. */
const decisionWords = [
  {
    orderType: 'MARKET',
    maximumOrderAgeInMinutes: 10,
    enforceMaximumAlertAgeInSeconds: true,
    maximumAlertAgeInSeconds: 300,
    askFirst: false,
    enforceMaximumOpenPositions: true,
    maximumOpenPositions: 5,
    enforceMaximumOpenPositionsAndPendingOrders: true,
    maximumOpenPositionsAndPendingOrders: 10,
    preventDuplicatePositionsForInstrument: true,
    instrumentTradeCooldownPeriodInHours: 24,
    largestBurst: 20,
    smallestFirst: 10,
    avoidDividendDates: true,
    allowHedging: false,
    mode: 'LIVE',
    accountId: '',
    credentialsVersion: 1,
    missingCredentials: [],
    tradingPause: null,
    stoppedSince: null,
    liveSince: null,
    strategies: {},
  },
  {
    ended: 'decided',
    snapshot: {
      now: 1788777682250,
      acceptedAt: 1788777682250,
      captured: { mode: 'DEMO', accountId: '', credentialsVersion: 2 },
      alert: {
        market: 'NASDAQ:AAPL',
        action: 'BUY',
        price: '229.87',
        firedAt: 1788777682250,
        atr: Object.fromEntries(Array.from({ length: 14 }, (_, index) => [index + 1, '4.2'])),
        id: '',
        comment: '',
        strategy: '',
        others: {},
      },
      isConfirmed: false,
      smallestFirst: { since: 1788777682250, left: 3 },
      instrument: {
        marketAndSymbol: 'NASDAQ:AAPL',
        igEpic: 'UA.D.AAPL.DAILY.IP',
        yahooSymbol: '',
        atrStopLossPeriod: 14,
        atrStopLossMultiplePercentage: '150',
        atrProfitTargetPeriod: 14,
        atrProfitMultiplePercentage: '300',
        maxPositionSize: '5000',
        openingPriceMultiplePercentage: '100.5',
        tradingViewPriceMultiplier: '1',
        nextDividendDate: null,
      },
      lastOrderAt: null,
      isOvertaken: false,
      market: {
        epic: 'UA.D.AAPL.DAILY.IP',
        name: '',
        expiry: 'DFB',
        isDated: false,
        currencyCode: 'GBP',
        status: 'TRADEABLE',
        bid: '229.8',
        offer: '229.9',
        decimalPlaces: 2,
        scalingFactor: '1',
        worth: { kind: 'known', unitValue: '1', exchangeRate: '1', accountCurrency: 'GBP' },
        minDealSize: '0.1',
        sizeStep: null,
        takesStopsAndLimits: true,
        takesMarketOrders: true,
        minStopOrLimitDistance: { unit: 'PERCENTAGE', value: '0.5' },
        maxStopOrLimitDistance: { unit: 'PERCENTAGE', value: '75' },
        quotedAt: 1788777682250,
        rates: { GBP: '1' },
      },
      account: {
        accountId: '',
        positions: [decidedDeal],
        workingOrders: [decidedDeal],
        inFlightOrders: [
          {
            alertId: '',
            dealReference: 'SP-',
            epic: 'KA.D.VOD.DAILY.IP',
            direction: 'BUY',
            confirmedAs: 'working order',
            strategy: '',
            market: 'LSE:VOD',
          },
        ],
        readAt: 1788777679750,
        positionsReadAt: 1788777679750,
        ordersReadAt: 1788777679750,
      },
      isAccountFresh: true,
    },
  },
]

const dictionary = Buffer.from(JSON.stringify(decisionWords))

export const packDecision = (value: unknown): Uint8Array => deflateSync(JSON.stringify(value), { dictionary })

/** @throws Error if the bytes are damaged, or were packed over other words */
export const unpackDecision = (bytes: Uint8Array): unknown =>
  JSON.parse(inflateSync(bytes, { dictionary }).toString())
