import Big from 'big.js'
import type * as z from 'zod/mini'
import type { AccountFacts } from '../account-facts.ts'
import { decimalOf } from '../decimal-of.ts'
import type { MarketFacts } from '../market-facts.ts'
import type {
  Market,
  MarketStatus,
  OpenPosition,
  OrderToPlace,
  StopChange,
  Worth,
} from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import { marketStatuses } from '../../../shared/trading/model/snapshot.ts'
import {
  type ActivityKind,
  type BrokerActivity,
  BrokerError,
  type Candle,
  type Confirmation,
  type DealEffect,
} from '../../trading/ports/ports.ts'
import { isGoneOrBusyReason, reasonInWords } from './reasons.ts'
import type {
  Accounts,
  Activities,
  Confirm,
  MarketCodes,
  MarketDetails,
  Positions,
  Prices,
  Transactions,
  WorkingOrders,
} from './schemas.ts'
import type { PriceBar, SidedBar } from '../../../shared/journal/price-bars.ts'
import type { LedgerRow } from '../../../shared/journal/ledger-row.ts'
import type { QuotedPosition, ListedOrder } from '../listed-deals.ts'

/** Between IG's words and ours. Nothing behind this file knows how IG spells things. */

const maybeDecimal = (value: number | null | undefined) => (value == null ? null : decimalOf(value))

/**
 * IG's dates: ISO without a zone (UTC), or `yyyy/MM/dd HH:mm:ss:SSS`.
 * @throws BrokerError unusable
 */
export const instantOf = (date: string | null | undefined): Instant => {
  const match = /^(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(?:[.:](\d{1,3}))?Z?$/.exec(
    date ?? '',
  )
  const [year, month, day, hour, minute, second = 0] = (match ?? []).slice(1).map((part) => Number(part ?? 0))
  // The fraction is decimal: `.4` is 400 ms.
  const millis = Number((match?.[7] ?? '').padEnd(3, '0'))
  if (!match) throw new BrokerError('unusable', 'IG gave a date that Signalpost does not understand')
  return Date.UTC(year as number, (month as number) - 1, day, hour, minute, second, millis)
}

/** 0 if IG does not say. */
const instantOrNone = (date: string | null | undefined): Instant => (date ? instantOf(date) : 0)

/** `yyyy/MM/dd HH:mm:ss`, UTC, as goodTillDate wants it. */
export const goodTillDateOf = (at: Instant) =>
  new Date(at).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')

/** ISO without milliseconds and zone, as queries want it. */
export const queryDateOf = (at: Instant) => new Date(at).toISOString().slice(0, 19)

// --- reading -------------------------------------------------------------------------------------------------------

const statusOf = (status: string): MarketStatus =>
  (marketStatuses as readonly string[]).includes(status) ? (status as MarketStatus) : 'UNKNOWN'

export const accountFactsOf = ({
  accountId,
  accountName,
  accountType,
  currency,
  balance,
}: z.infer<typeof Accounts>['accounts'][number]): AccountFacts => ({
  accountId,
  name: accountName ?? null,
  type: accountType ?? null,
  currency: currency ?? null,
  balance: balance?.balance ?? null,
  available: balance?.available ?? null,
  margin: balance?.deposit ?? null,
  profitLoss: balance?.profitLoss ?? null,
})

/** null is what IG does not say. */
export const marketFactsOf = ({ instrument, snapshot }: z.infer<typeof MarketCodes>): MarketFacts => {
  const { epic, name, expiry, country, newsCode, chartCode, marketId } = instrument
  const { marketStatus, bid, offer } = snapshot
  return {
    epic,
    name: name ?? epic,
    expiry,
    country: country ?? null,
    newsCode: newsCode ?? null,
    chartCode: chartCode ?? null,
    marketId: marketId ?? null,
    status: marketStatus,
    mid: bid != null && offer != null ? (bid + offer) / 2 : null,
  }
}

/** A market, and how many units of each of its currencies make one of the account's. */
export type MarketWithRates = Market & { readonly rates: Readonly<Record<string, Decimal>> }

/** @param accountCurrency null if IG did not say */
export const marketOf = (
  { instrument, dealingRules, snapshot }: MarketDetails,
  quotedAt: Instant,
  accountCurrency: string | null,
): MarketWithRates => {
  const currencies = instrument.currencies.filter(({ code }) => /^[A-Z]{3}$/.test(code))
  const currency = currencies.find(({ isDefault }) => isDefault) ?? currencies[0]
  if (!currency) throw new BrokerError('unusable', 'IG names no currency for the market')
  return {
    epic: instrument.epic,
    name: instrument.name || instrument.epic,
    expiry: instrument.expiry,
    isDated: !undated.has(instrument.expiry),
    currencyCode: currency.code,
    status: statusOf(snapshot.marketStatus),
    bid: maybeDecimal(snapshot.bid),
    offer: maybeDecimal(snapshot.offer),
    decimalPlaces: snapshot.decimalPlacesFactor,
    scalingFactor: decimalOf(snapshot.scalingFactor),
    worth: worthOf(instrument, snapshot.scalingFactor, currency, accountCurrency),
    minDealSize: decimalOf(dealingRules.minDealSize.value),
    sizeStep: null,
    takesStopsAndLimits: instrument.stopsLimitsAllowed !== false,
    takesMarketOrders: dealingRules.marketOrderPreference !== 'NOT_AVAILABLE',
    minStopOrLimitDistance: distanceOf(dealingRules.minNormalStopOrLimitDistance),
    maxStopOrLimitDistance: distanceOf(dealingRules.maxStopOrLimitDistance),
    quotedAt,
    rates: Object.fromEntries(
      currencies.flatMap(({ code, baseExchangeRate }) =>
        baseExchangeRate ? [[code, decimalOf(baseExchangeRate)]] : [],
      ),
    ),
  }
}

type Instrument = MarketDetails['instrument']

/**
 * `lotSize × scalingFactor` is a position's contract size in every recorded answer (shares in dollars, cents and pence,
 * indices, currencies and their minis, gold, daily bets). Where IG names a contract size, too, both must say the same.
 */
const worthOf = (
  { lotSize, contractSize }: Instrument,
  scalingFactor: number,
  { code, baseExchangeRate }: Instrument['currencies'][number],
  accountCurrency: string | null,
): Worth => {
  if (lotSize == null || lotSize <= 0) return unknownWorth('IG gives no lot size')
  const unitValue = new Big(lotSize).times(scalingFactor)
  if (contractSize != null && contractSize !== '') {
    const stated = numberIn(contractSize)
    if (!stated?.eq(unitValue))
      return unknownWorth(
        `IG’s contract size (${contractSize}) doesn’t match its lot size and scaling factor (${unitValue.toFixed()})`,
      )
  }
  const rate = baseExchangeRate ?? (code === accountCurrency ? 1 : null)
  if (rate === null || rate <= 0)
    return unknownWorth(`IG gives no exchange rate between ${code} and the account’s currency`)
  if (code === accountCurrency && rate !== 1)
    return unknownWorth(`IG’s exchange rate for ${code} to ${code} is ${rate}`)
  return {
    kind: 'known',
    unitValue: unitValue.toFixed(),
    exchangeRate: decimalOf(rate),
    accountCurrency,
  }
}

const unknownWorth = (reason: string): Worth => ({ kind: 'unknown', reason })

const numberIn = (value: string | number): Big | null => {
  const text = String(value).replaceAll(',', '')
  return /^\d+(\.\d+)?$/.test(text) ? new Big(text) : null
}

const distanceOf = ({ unit, value }: { unit: 'POINTS' | 'PERCENTAGE'; value: number }) => ({
  unit,
  value: decimalOf(value),
})
export const positionsOf = ({ positions }: Positions): QuotedPosition[] =>
  positions.map(({ position, market }) => ({
    dealId: position.dealId,
    dealReference: position.dealReference ?? null,
    epic: market.epic,
    direction: position.direction,
    size: decimalOf(position.size),
    level: decimalOf(position.level),
    expiry: market.expiry,
    createdAt: instantOrNone(position.createdDateUTC ?? position.createdDate),
    ...(market.marketStatus == null ? {} : { isTradeable: market.marketStatus === 'TRADEABLE' }),
    bid: maybeDecimal(market.bid),
    offer: maybeDecimal(market.offer),
    contractSize: maybeDecimal(position.contractSize),
    currency: position.currency ?? null,
    stopLevel: maybeDecimal(position.stopLevel),
    limitLevel: maybeDecimal(position.limitLevel),
    controlledRisk: position.controlledRisk ?? false,
    trail:
      position.trailingStopDistance != null && position.trailingStep != null
        ? {
            distance: decimalOf(position.trailingStopDistance),
            step: decimalOf(position.trailingStep),
          }
        : null,
  }))
export const workingOrdersOf = ({ workingOrders }: WorkingOrders): ListedOrder[] =>
  workingOrders.map(({ workingOrderData: order, marketData }) => ({
    dealId: order.dealId,
    epic: order.epic,
    direction: order.direction,
    size: decimalOf(order.orderSize),
    level: decimalOf(order.orderLevel),
    createdAt: instantOrNone(order.createdDateUTC ?? order.createdDate),
    type: order.orderType ?? '',
    ...attachedLevels(order, marketData?.scalingFactor ?? null),
  }))

/** IG lists stops and limits of working orders as distances in points; a reader wants levels. */
const attachedLevels = (
  order: WorkingOrders['workingOrders'][number]['workingOrderData'],
  scalingFactor: number | null,
) => {
  const level = (points: number | null | undefined, sign: 1 | -1) =>
    points == null || !scalingFactor
      ? null
      : decimalOf(new Big(order.orderLevel).plus(new Big(points).div(scalingFactor).times(sign)))
  const buys = order.direction === 'BUY'
  return {
    stopLevel: level(order.stopDistance, buys ? -1 : 1),
    limitLevel: level(order.limitDistance, buys ? 1 : -1),
  }
}

export const verdictOf = (confirm: Confirm): Confirmation => {
  if (confirm.dealStatus === 'REJECTED') {
    const reason = confirm.reason ?? 'UNKNOWN'
    return {
      kind: 'rejected',
      reason,
      message: reasonInWords(reason),
      ...(isGoneOrBusyReason(reason) ? { mayPassLater: true } : {}),
      // A close for more than is open counts as a deal in the opposite direction.
      ...(reason === 'POSITION_ALREADY_EXISTS_IN_OPPOSITE_DIRECTION' ? { isBeyondOpen: true } : {}),
    }
  }
  if (!confirm.dealId) throw new BrokerError('unusable', 'IG accepted the deal without naming it')
  return {
    kind: 'accepted',
    dealId: confirm.dealId,
    level: maybeDecimal(confirm.level),
    size: maybeDecimal(confirm.size),
    effect: effects[confirm.status ?? ''] ?? null,
    hasStop: hasStop(confirm),
    ...(confirm.profit != null && confirm.profitCurrency
      ? { profit: { amount: confirm.profit, currency: confirm.profitCurrency } }
      : {}),
    affectedDealIds: (confirm.affectedDeals ?? []).map(({ dealId }) => dealId),
  }
}

/** An accepted opening without a stop has null in both fields, as recorded. */
const hasStop = ({ stopLevel, stopDistance }: Confirm): boolean | null =>
  stopLevel === undefined && stopDistance === undefined ? null : (stopLevel ?? stopDistance ?? null) !== null

/** IG's words for what became of a deal. */
const effects: Readonly<Record<string, DealEffect>> = {
  OPEN: 'opened',
  AMENDED: 'amended',
  CLOSED: 'closed',
  PARTIALLY_CLOSED: 'partly closed',
  DELETED: 'deleted',
}

/** IG's words for what the engine looks for in the history. */
const activityKinds: Readonly<Record<string, ActivityKind>> = {
  LIMIT_ORDER_OPENED: 'order opened',
  STOP_ORDER_OPENED: 'order opened',
  LIMIT_ORDER_FILLED: 'order filled',
  STOP_ORDER_FILLED: 'order filled',
  LIMIT_ORDER_DELETED: 'order deleted',
  STOP_ORDER_DELETED: 'order deleted',
  WORKING_ORDER_DELETED: 'order deleted',
  POSITION_OPENED: 'position opened',
  POSITION_CLOSED: 'position closed',
  POSITION_PARTIALLY_CLOSED: 'position partly closed',
  POSITION_ROLLED: 'position rolled',
}

/** What IG gives as the expiry of a market that has none: a daily funded bet, and a CFD without a date. */
const undated: ReadonlySet<string> = new Set(['DFB', '-'])

type Price = Prices['prices'][number]['closePrice']

/**
 * Oldest first. A bar whose opening is not given opens at its close; one that lacks another price is left out.
 * @param priceOf which of a price’s sides is meant
 */
const barsWith = <Value>({ prices }: Prices, priceOf: (price: Price) => Value | null) =>
  prices
    .flatMap(({ snapshotTimeUTC, snapshotTime, openPrice, highPrice, lowPrice, closePrice }) => {
      const [high, low, close] = [priceOf(highPrice), priceOf(lowPrice), priceOf(closePrice)]
      if (high === null || low === null || close === null) return []
      const at = instantOf(snapshotTimeUTC ?? snapshotTime)
      return [{ at, open: priceOf(openPrice) ?? close, high, low, close }]
    })
    .toSorted((one, other) => one.at - other.at)

/** Oldest first. A candle with a price missing on both sides is left out. */
export const candlesOf = (prices: Prices): Candle[] =>
  barsWith(prices, midOf).map(({ at, high, low, close }) => ({ at, high, low, close }))

export const barsOf = (prices: Prices): PriceBar[] =>
  barsWith(prices, midOf).map(({ at, open, high, low, close }) => ({
    ...{ at, open: Number(open), high: Number(high), low: Number(low), close: Number(close) },
  }))

/** Bars with both sides of the spread; one that lacks a price of either side is left out. */
export const sidedBarsOf = (prices: Prices): SidedBar[] => {
  const asks = new Map(barsWith(prices, (price) => price?.ask ?? null).map(({ at, ...ask }) => [at, ask]))
  return barsWith(prices, (price) => price?.bid ?? null).flatMap(({ at, ...bid }) => {
    const ask = asks.get(at)
    return ask ? [{ at, bid, ask }] : []
  })
}

const midOf = (price: Price): Decimal | null => {
  const sides = [price?.bid, price?.ask].filter((side) => side != null)
  const known = sides.length > 0 ? sides : [price?.lastTraded].filter((side) => side != null)
  if (known.length === 0) return null
  return decimalOf(known.reduce((sum, side) => sum.plus(side), new Big(0)).div(known.length))
}

/** @param timezoneOffset of the account, in whose local time IG dates its history; hours from UTC */
export const activitiesOf = ({ activities }: Activities, timezoneOffset = 0): BrokerActivity[] =>
  activities.map((activity) => ({
    date: instantOf(activity.date) - timezoneOffset * 3_600_000,
    epic: activity.epic ?? '',
    dealId: activity.dealId ?? '',
    dealReference: activity.details?.dealReference ?? null,
    type: activity.type ?? '',
    status: activity.status === 'ACCEPTED' || activity.status === 'REJECTED' ? activity.status : 'UNKNOWN',
    description: activity.description ?? '',
    direction: activity.details?.direction ?? null,
    size: maybeDecimal(activity.details?.size),
    level: maybeDecimal(activity.details?.level),
    stopLevel: maybeDecimal(activity.details?.stopLevel),
    limitLevel: maybeDecimal(activity.details?.limitLevel),
    marketName: activity.details?.marketName ?? null,
    channel: activity.channel ?? '',
    actions: (activity.details?.actions ?? []).map(({ actionType, affectedDealId }) => ({
      kind: activityKinds[actionType] ?? 'other',
      dealId: affectedDealId ?? null,
    })),
  }))

/** Rows of the transaction history as they came, with a dash for what is missing. */
export const ledgerRowsOf = ({ transactions }: Transactions): LedgerRow[] =>
  transactions.map((row) => ({
    dateUtc: row.dateUtc,
    openDateUtc: row.openDateUtc ?? row.dateUtc,
    instrumentName: row.instrumentName ?? '-',
    period: row.period ?? '-',
    size: row.size ?? '-',
    openLevel: row.openLevel ?? '-',
    closeLevel: row.closeLevel ?? '-',
    profitAndLoss: row.profitAndLoss,
    currency: row.currency ?? '',
    reference: row.reference ?? '-',
    transactionType: row.transactionType ?? '-',
    cashTransaction: row.cashTransaction ?? false,
  }))

// --- dealing -------------------------------------------------------------------------------------------------------

/** The body of POST /workingorders/otc (LIMIT) or /positions/otc (MARKET). */
export const orderBody = (order: OrderToPlace, dealReference: string) => ({
  epic: order.epic,
  expiry: order.expiry,
  direction: order.direction,
  size: Number(order.size),
  currencyCode: order.currencyCode,
  forceOpen: true,
  guaranteedStop: false,
  stopDistance: Number(order.stopDistance),
  limitDistance: Number(order.limitDistance),
  dealReference,
  ...(order.type === 'MARKET'
    ? { orderType: 'MARKET', timeInForce: 'FILL_OR_KILL' }
    : {
        type: 'LIMIT',
        level: Number(order.level),
        timeInForce: 'GOOD_TILL_DATE',
        goodTillDate: goodTillDateOf(order.goodTill as Instant),
      }),
})

/**
 * The body that closes the whole position.
 * @param level of a limit order that fills at once, if IG takes no market orders on the epic
 */
export const closeBody = ({ dealId, direction, size }: OpenPosition, level: Decimal | null = null) => ({
  dealId,
  direction: direction === 'BUY' ? 'SELL' : 'BUY',
  size: Number(size),
  ...(level === null
    ? { orderType: 'MARKET' }
    : { orderType: 'LIMIT', level: Number(level), timeInForce: 'EXECUTE_AND_ELIMINATE' }),
})

/** The body of PUT /positions/otc/{dealId}: it replaces both, so that the limit is sent along, and takes levels only. */
export const stopBody = ({ stopLevel, limitLevel, trail }: StopChange) => ({
  guaranteedStop: false,
  stopLevel: Number(stopLevel),
  limitLevel: limitLevel === null ? null : Number(limitLevel),
  trailingStop: trail !== null,
  trailingStopDistance: trail === null ? null : Number(trail.distance),
  trailingStopIncrement: trail === null ? null : Number(trail.step),
})
