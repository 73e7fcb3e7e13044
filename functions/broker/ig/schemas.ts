import * as z from 'zod/mini'

/** A number or a text that contains a number. IG sends sizes and levels in both forms. */
const number = z.union([
  z.number(),
  z.pipe(
    z.string().check(z.regex(/^[+-]?\d+(\.\d+)?$/)),
    z.transform((text) => Number(text)),
  ),
])
/**
 * A field that may be null or missing. Fields that decisions depend on are required, and a reply without such a field
 * is unusable. Only fields that are read are listed here.
 */
const maybe = <T extends z.ZodMiniType>(type: T) => z.nullish(type)
const direction = z.enum(['BUY', 'SELL'])
const text = z.string().check(z.minLength(1))

export const Login = z.object({
  currentAccountId: text,
  currencyIsoCode: maybe(z.string()),
  /** The account's offset from UTC in hours. */
  timezoneOffset: maybe(number),
})

/** The tokens of a version 3 login. `expires_in` is in seconds. IG sends it as text, which is converted. */
export const BearerTokens = z.object({ access_token: text, refresh_token: text, expires_in: number })
export const BearerLogin = z.object({
  accountId: text,
  oauthToken: BearerTokens,
  timezoneOffset: maybe(number),
})

/**
 * Only a connection test reads these fields. They are not part of `Login`, because an unusual value must not make an
 * alert's login fail.
 */
export const LoginFacts = z.object({ dealingEnabled: maybe(z.boolean()) })
export const AccountsListed = z.object({
  accounts: z.array(
    z.object({
      accountId: text,
      accountName: maybe(z.string()),
      accountType: maybe(z.string()),
      currency: maybe(z.string()),
      status: maybe(z.string()),
      preferred: maybe(z.boolean()),
    }),
  ),
})

export const ActingSession = z.object({ accountId: text })

export const Accounts = z.object({
  accounts: z.array(
    z.object({
      accountId: text,
      currency: maybe(z.string()),
      accountName: maybe(z.string()),
      accountType: maybe(z.string()),
      balance: maybe(
        z.object({
          balance: maybe(number),
          /** The margin in use. */
          deposit: maybe(number),
          profitLoss: maybe(number),
          available: maybe(number),
        }),
      ),
    }),
  ),
})

const distance = z.object({ unit: z.enum(['POINTS', 'PERCENTAGE']), value: number })

export const MarketDetails = z.object({
  instrument: z.object({
    epic: text,
    name: maybe(z.string()),
    expiry: text,
    lotSize: maybe(number),
    marginFactor: maybe(number),
    marginFactorUnit: maybe(z.string()),
    marginDepositBands: maybe(
      z.array(z.object({ currency: z.string(), min: number, max: maybe(number), margin: number })),
    ),
    stopsLimitsAllowed: maybe(z.boolean()),
    /** A number, a number as text, or text that is not a number. */
    contractSize: maybe(z.union([z.string(), z.number()])),
    currencies: z.array(
      z.object({ code: z.string(), isDefault: maybe(z.boolean()), baseExchangeRate: maybe(number) }),
    ),
  }),
  dealingRules: z.object({
    minDealSize: z.object({ value: number }),
    minNormalStopOrLimitDistance: distance,
    maxStopOrLimitDistance: distance,
    /** NOT_AVAILABLE, AVAILABLE_DEFAULT_OFF or AVAILABLE_DEFAULT_ON. */
    marketOrderPreference: maybe(z.string()),
  }),
  snapshot: z.object({
    marketStatus: z.string(),
    bid: maybe(number),
    offer: maybe(number),
    decimalPlacesFactor: z.int().check(z.gte(0), z.lte(12)),
    scalingFactor: z.number().check(z.gt(0)),
  }),
})
export type MarketDetails = z.infer<typeof MarketDetails>

/** The answer to a search (GET /markets?searchTerm=) or a watchlist. IG gives a market's codes only in its details. */
export const MarketsSearched = z.object({
  markets: z.array(z.object({ epic: text, expiry: maybe(z.string()) })),
})

export const Watchlists = z.object({
  watchlists: z.array(z.object({ id: text, name: z.string(), editable: maybe(z.boolean()) })),
})

export const MarketCodes = z.object({
  instrument: z.object({
    epic: text,
    name: maybe(z.string()),
    expiry: text,
    country: maybe(z.string()),
    newsCode: maybe(z.string()),
    chartCode: maybe(z.string()),
    marketId: maybe(z.string()),
  }),
  snapshot: z.object({ marketStatus: z.string(), bid: maybe(number), offer: maybe(number) }),
})

/**
 * Details of several markets. They are not parsed here, because a market that cannot be read must not hide the others.
 */
export const MarketsDetails = z.object({ marketDetails: z.array(z.unknown()) })

const Quote = z.object({
  epic: text,
  instrumentName: maybe(z.string()),
  expiry: text,
  bid: maybe(number),
  offer: maybe(number),
  scalingFactor: maybe(number),
  marketStatus: maybe(z.string()),
})

export const Positions = z.object({
  positions: z.array(
    z.object({
      position: z.object({
        dealId: text,
        dealReference: maybe(z.string()),
        direction,
        size: number,
        /** The level is missing for a moment after a fill. The list must still be usable, because exits need it. */
        level: maybe(number),
        contractSize: maybe(number),
        currency: maybe(z.string()),
        stopLevel: maybe(number),
        limitLevel: maybe(number),
        controlledRisk: maybe(z.boolean()),
        trailingStopDistance: maybe(number),
        trailingStep: maybe(number),
        createdDateUTC: maybe(z.string()),
        createdDate: maybe(z.string()),
      }),
      market: Quote,
    }),
  ),
})
export type Positions = z.infer<typeof Positions>

export const WorkingOrders = z.object({
  workingOrders: z.array(
    z.object({
      workingOrderData: z.object({
        dealId: text,
        epic: text,
        direction,
        orderSize: number,
        orderLevel: number,
        orderType: maybe(z.string()),
        stopDistance: maybe(number),
        limitDistance: maybe(number),
        createdDateUTC: maybe(z.string()),
        createdDate: maybe(z.string()),
      }),
      marketData: z.nullish(z.object({ scalingFactor: maybe(number), instrumentName: maybe(z.string()) })),
    }),
  ),
})
export type WorkingOrders = z.infer<typeof WorkingOrders>

export const DealReceipt = z.object({ dealReference: text })

export const Confirm = z.object({
  dealReference: text,
  dealStatus: z.enum(['ACCEPTED', 'REJECTED']),
  dealId: maybe(z.string()),
  date: maybe(z.string()),
  status: maybe(z.string()),
  reason: maybe(z.string()),
  level: maybe(number),
  size: maybe(number),
  stopLevel: maybe(number),
  stopDistance: maybe(number),
  profit: maybe(number),
  profitCurrency: maybe(z.string()),
  affectedDeals: maybe(z.array(z.object({ dealId: text }))),
})
export type Confirm = z.infer<typeof Confirm>

const Price = maybe(z.object({ bid: maybe(number), ask: maybe(number), lastTraded: maybe(number) }))

export const Prices = z.object({
  prices: z.array(
    z.object({
      snapshotTimeUTC: maybe(z.string()),
      snapshotTime: maybe(z.string()),
      openPrice: Price,
      highPrice: Price,
      lowPrice: Price,
      closePrice: Price,
    }),
  ),
})
export type Prices = z.infer<typeof Prices>

export const Activities = z.object({
  activities: z.array(
    z.object({
      date: text,
      epic: maybe(z.string()),
      dealId: maybe(z.string()),
      type: maybe(z.string()),
      status: maybe(z.string()),
      description: maybe(z.string()),
      channel: maybe(z.string()),
      details: maybe(
        z.object({
          dealReference: maybe(z.string()),
          marketName: maybe(z.string()),
          direction: maybe(direction),
          size: maybe(number),
          level: maybe(number),
          stopLevel: maybe(number),
          limitLevel: maybe(number),
          actions: maybe(z.array(z.object({ actionType: z.string(), affectedDealId: maybe(z.string()) }))),
        }),
      ),
    }),
  ),
  metadata: z.nullish(z.object({ paging: z.nullish(z.object({ next: maybe(z.string()) })) })),
})
export type Activities = z.infer<typeof Activities>

/** The rows of GET /history/transactions, version 2, as IG sends them. */
export const Transactions = z.object({
  transactions: z.array(
    z.object({
      dateUtc: text,
      openDateUtc: maybe(z.string()),
      instrumentName: maybe(z.string()),
      period: maybe(z.string()),
      size: maybe(z.string()),
      openLevel: maybe(z.string()),
      closeLevel: maybe(z.string()),
      profitAndLoss: z.string(),
      currency: maybe(z.string()),
      reference: maybe(z.string()),
      transactionType: maybe(z.string()),
      cashTransaction: maybe(z.boolean()),
    }),
  ),
  metadata: z.nullish(
    z.object({
      /** The total number of rows. */
      size: maybe(z.number()),
      pageData: z.nullish(z.object({ totalPages: maybe(z.number()) })),
    }),
  ),
})
export type Transactions = z.infer<typeof Transactions>

/** The answer of GET /operations/application: how many requests per minute each of the user's keys may make. */
export const Applications = z.array(
  z.object({
    apiKey: z.string(),
    allowanceAccountOverall: z.number(),
    allowanceApplicationOverall: z.number(),
    allowanceAccountTrading: z.number(),
  }),
)
