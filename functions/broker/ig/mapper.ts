import Big from 'big.js'
import type * as z from 'zod/mini'
import type { AccountFacts } from '../account-facts.ts'
import { decimalOf, maybeDecimal } from '../decimal-of.ts'
import type { MarketFacts, MarketWithRates } from '../market-facts.ts'
import {
  type MarginBand,
  type MarketStatus,
  type OpenPosition,
  type OrderToPlace,
  type StopChange,
  type Valuation,
  marketStatuses,
} from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import { BrokerError, type Confirmation, type DealEffect } from '../../trading/ports/broker.ts'
import { isGoneOrBusyReason, isShutReason, reasonInWords } from './reasons.ts'
import type { Accounts, Confirm, MarketCodes, MarketDetails, Positions, WorkingOrders } from './schemas.ts'
import type { QuotedPosition, ListedOrder } from '../listed-deals.ts'
import { instantOrNone, goodTillDateOf } from './dates.ts'
import { undated } from './map-history.ts'

/** Maps IG's market status to ours. Only this file and `map-history.ts` know IG's spelling. */
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

/** Maps the facts about a market. A value is null if IG does not report it. */
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

/** @param accountCurrency null if IG does not report it */
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
    marginPercent:
      instrument.marginFactorUnit === 'PERCENTAGE' ? maybeDecimal(instrument.marginFactor) : null,
    marginBands: marginBandsOf(instrument, currency.code),
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

/** Margin bands by size for the dealing currency, in percent. The list is empty if IG gives them in another form. */
const marginBandsOf = (
  { marginDepositBands, marginFactorUnit }: Instrument,
  currencyCode: string,
): readonly MarginBand[] =>
  marginFactorUnit === 'PERCENTAGE'
    ? (marginDepositBands ?? [])
        .filter(({ currency }) => currency === currencyCode)
        .map(({ min, max, margin }) => ({
          from: decimalOf(min),
          to: maybeDecimal(max),
          percent: decimalOf(margin),
        }))
    : []

/**
 * The value of a point. In every recorded answer a position's contract size is `lotSize × scalingFactor` (shares in
 * dollars, cents and pence, indices, currencies and their minis, gold, daily bets). If IG also reports a contract size,
 * both must agree.
 */
const worthOf = (
  { lotSize, contractSize }: Instrument,
  scalingFactor: number,
  { code, baseExchangeRate }: Instrument['currencies'][number],
  accountCurrency: string | null,
): Valuation => {
  if (lotSize == null || lotSize <= 0) return unknownValuation('IG gives no lot size')
  const unitValue = new Big(lotSize).times(scalingFactor)
  if (contractSize != null && contractSize !== '') {
    const stated = numberIn(contractSize)
    if (!stated?.eq(unitValue))
      return unknownValuation(
        `IG’s contract size (${contractSize}) doesn’t match its lot size and scaling factor (${unitValue.toFixed()})`,
      )
  }
  const rate = baseExchangeRate ?? (code === accountCurrency ? 1 : null)
  if (rate === null || rate <= 0)
    return unknownValuation(`IG gives no exchange rate between ${code} and the account’s currency`)
  if (code === accountCurrency && rate !== 1)
    return unknownValuation(`IG’s exchange rate for ${code} to ${code} is ${rate}`)
  return {
    kind: 'known',
    unitValue: unitValue.toFixed(),
    exchangeRate: decimalOf(rate),
    accountCurrency,
  }
}

const unknownValuation = (reason: string): Valuation => ({ kind: 'unknown', reason })

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
    level: maybeDecimal(position.level),
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
    ...(market.instrumentName ? { name: market.instrumentName } : {}),
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
    ...(marketData?.instrumentName ? { name: marketData.instrumentName } : {}),
  }))

/** Converts the stops and limits of working orders from IG's distances in points to levels. */
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
      ...(isShutReason(reason) ? { isShut: true } : {}),
      // IG treats a close of more than is open as a deal in the opposite direction.
      ...(reason === 'POSITION_ALREADY_EXISTS_IN_OPPOSITE_DIRECTION' ? { isBeyondOpen: true } : {}),
    }
  }
  if (!confirm.dealId) throw new BrokerError('unusable', 'IG accepted the deal but gave no deal ID')
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

/**
 * Whether a position has a stop. In the recorded confirmations of openings without a stop, both fields are null. The
 * result is null if both fields are missing.
 */
const hasStop = ({ stopLevel, stopDistance }: Confirm): boolean | null =>
  stopLevel === undefined && stopDistance === undefined ? null : (stopLevel ?? stopDistance ?? null) !== null

/** IG's terms for what was done to a deal. */
const effects: Readonly<Record<string, DealEffect>> = {
  OPEN: 'opened',
  AMENDED: 'amended',
  CLOSED: 'closed',
  PARTIALLY_CLOSED: 'partly closed',
  DELETED: 'deleted',
}

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
 * The body of a request that closes the whole position.
 * @param level the level of an immediate limit order, if IG accepts no market orders on the epic; otherwise null
 */
export const closeBody = ({ dealId, direction, size }: OpenPosition, level: Decimal | null = null) => ({
  dealId,
  direction: direction === 'BUY' ? 'SELL' : 'BUY',
  size: Number(size),
  ...(level === null
    ? { orderType: 'MARKET' }
    : { orderType: 'LIMIT', level: Number(level), timeInForce: 'EXECUTE_AND_ELIMINATE' }),
})

/**
 * The body of PUT /positions/otc/{dealId}. The request replaces stop and limit, so the body also contains the limit. It
 * accepts levels only.
 */
export const stopBody = ({ stopLevel, limitLevel, trail }: StopChange) => ({
  guaranteedStop: false,
  stopLevel: Number(stopLevel),
  limitLevel: limitLevel === null ? null : Number(limitLevel),
  trailingStop: trail !== null,
  trailingStopDistance: trail === null ? null : Number(trail.distance),
  trailingStopIncrement: trail === null ? null : Number(trail.step),
})
