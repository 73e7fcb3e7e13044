import {
  atrOf,
  decimal,
  distanceOf,
  inPoints,
  inWords,
  levelOf,
  midPrice,
  scaledPrice,
  sizeOf,
} from './figures.ts'
import type { Outcome, RuleName } from './outcome.ts'
import type { AccountState, Market, Snapshot } from './snapshot.ts'

/** What a rule may have to ask for before it can judge. */
export type Need = 'market' | 'account' | 'dailyAtr'

/** What a rule found: the words are for a trader, with the numbers. `refuses` is how the alert ends if it does not pass. */
export type Finding =
  | { readonly passed: true; readonly saw: string; readonly limit: string; readonly sentence: string }
  | {
      readonly passed: false
      readonly saw: string
      readonly limit: string
      readonly sentence: string
      readonly refuses: Extract<Outcome, 'REFUSED' | 'EXPIRED' | 'BLOCKED'>
    }
  | { readonly needs: Need }

export type Rule = (snapshot: Snapshot) => Finding

const judge = (
  passed: boolean,
  saw: string,
  limit: string,
  sentence: string,
  refuses: 'REFUSED' | 'EXPIRED' | 'BLOCKED' = 'REFUSED',
): Finding => (passed ? { passed, saw, limit, sentence } : { passed, saw, limit, sentence, refuses })

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const modeHolds: Rule = ({ captured, settings }) => {
  const saw = `alert for ${captured.mode}, account ${captured.accountId ?? 'none'}`
  const limit = `trading in ${settings.mode}, account ${settings.accountId ?? 'none'}`
  const sentence =
    captured.mode !== settings.mode
      ? `the alert is for ${captured.mode}, you are trading in ${settings.mode}`
      : captured.accountId !== settings.accountId
        ? `the account was changed from ${captured.accountId ?? 'none'} to ${settings.accountId ?? 'none'} after the alert came`
        : captured.credentialsVersion !== settings.credentialsVersion
          ? `the ${captured.mode} credentials were changed after the alert came`
          : null
  return judge(
    sentence === null,
    saw,
    limit,
    sentence ?? `mode and account are as when the alert came`,
    'BLOCKED',
  )
}

const tradingIsOn: Rule = ({ settings: { tradingPause } }) =>
  tradingPause === null
    ? judge(true, 'trading is on', 'not paused', 'trading is not paused')
    : judge(
        false,
        `paused since ${tradingPause.at}`,
        'not paused',
        tradingPause.by === 'BRAKE'
          ? `the safety brake has paused trading: ${tradingPause.reason}`
          : 'you have paused trading',
      )

const credentialsAreThere: Rule = ({ settings }) => {
  const missing = settings.missingCredentials
  return judge(
    missing.length === 0,
    missing.length === 0 ? 'complete' : `missing: ${missing.join(', ')}`,
    'API key, username, password and account ID',
    missing.length === 0
      ? `the ${settings.mode} credentials are complete`
      : `your ${settings.mode} settings lack ${missing.join(', ')}`,
  )
}

/** A clock may be off; this far into the future is not a clock that is off. Milliseconds. */
const futureTolerance = 60_000

const alertIsFresh: Rule = ({ alert, acceptedAt, now, settings }) => {
  const { firedAt } = alert
  const most = settings.maximumAlertAgeInSeconds
  const limit = settings.enforceMaximumAlertAgeInSeconds ? `at most ${most} s` : 'no limit set'
  if (firedAt !== null && firedAt - acceptedAt > futureTolerance)
    return judge(
      false,
      new Date(firedAt).toISOString(),
      'not more than 60 s in the future',
      `the alert's time lies ${Math.round((firedAt - acceptedAt) / 1000)} seconds in the future`,
    )
  const age = (now - Math.min(acceptedAt, firedAt ?? acceptedAt)) / 1000
  const seconds = `${age.toFixed(1)} s`
  if (!settings.enforceMaximumAlertAgeInSeconds)
    return judge(true, seconds, limit, `the alert is ${seconds} old, and you set no limit`)
  if (firedAt === null)
    return judge(false, 'no time', limit, 'the alert carries no time, and you limit the age of alerts')
  return judge(
    age <= most,
    seconds,
    limit,
    age <= most
      ? `the alert is ${seconds} old, your limit is ${most} s`
      : `the alert was ${seconds} old when it could trade, your limit is ${most} s`,
    'EXPIRED',
  )
}

const instrumentIsKnown: Rule = ({ alert, instrument }) => {
  const limit = 'in your list, with an IG epic'
  if (!instrument)
    return judge(false, `no ${alert.market}`, limit, `${alert.market} is not in your list of instruments`)
  const { igEpic } = instrument
  return igEpic === ''
    ? judge(false, `${alert.market} without epic`, limit, `${alert.market} has no IG epic in your list`)
    : judge(true, igEpic, limit, `${alert.market} is ${igEpic} at IG`)
}

/** How far a price may lie from the market's: beyond it, a multiplier is wrong. Percent. */
const priceTolerance = 10

const priceIsSane: Rule = (snapshot) => {
  const { alert, market } = snapshot
  const limit = `above 0, within ${priceTolerance} % of the market`
  const price = scaledPrice(snapshot)
  if (alert.action === 'CLOSE' || price === null)
    return judge(alert.action === 'CLOSE', 'no price', limit, 'closing needs no price')
  if (price.lte(0)) return judge(false, price.toFixed(), limit, 'the price is not above 0')
  if (!market) return { needs: 'market' }
  const mid = midPrice(market)
  const words = inWords(price.toFixed())
  if (mid === null || mid.lte(0))
    return judge(true, words, limit, `the price is ${words}; the market has no quote to hold it against`)
  const off = price.minus(mid).abs().div(mid).times(100)
  const percent = `${off.toFixed(1)} %`
  const passed = off.lte(priceTolerance)
  return judge(
    passed,
    `${words}, ${percent} from ${inWords(mid.toFixed())}`,
    limit,
    passed
      ? `the price ${words} is ${percent} from the market's ${inWords(mid.toFixed())}`
      : `the price ${words} is ${percent} from the market's ${inWords(mid.toFixed())}; is the price multiplier right?`,
  )
}

const cooldownIsOver: Rule = ({ lastOrderAt, now, settings }) => {
  const hours = settings.instrumentTradeCooldownPeriodInHours
  const limit = hours === 0 ? 'no cooldown set' : `${count(hours, 'hour')} between orders`
  if (lastOrderAt === null)
    return judge(true, 'no order before', limit, 'no order for this instrument before')
  const since = (now - lastOrderAt) / 3_600_000
  const words = `${since.toFixed(1)} hours ago`
  const passed = hours === 0 || since >= hours
  return judge(
    passed,
    `last order ${words}`,
    limit,
    `the last order for this instrument was ${words}, your cooldown is ${count(hours, 'hour')}`,
  )
}

const london = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' })

const noDividendToday: Rule = ({ instrument, now, settings }) => {
  const next = instrument?.nextDividendDate ?? null
  const today = london.format(now)
  const limit = settings.avoidDividendDates ? `not today (${today})` : 'dividend dates are not avoided'
  const isToday = next === today
  return judge(
    !(settings.avoidDividendDates && isToday),
    next ?? 'no date known',
    limit,
    next === null
      ? 'no dividend date is known'
      : isToday
        ? `the dividend date is today, ${today}`
        : `the next dividend date is ${next}`,
  )
}

/** A rule over the account, which it asks for where it has not been read. */
const overAccount =
  (rule: (snapshot: Snapshot, account: AccountState) => Finding): Rule =>
  (snapshot) =>
    snapshot.account ? rule(snapshot, snapshot.account) : { needs: 'account' }

const noDuplicate = overAccount(({ instrument, settings }, account) => {
  const epic = instrument?.igEpic
  const on = (items: readonly { readonly epic: string }[]) =>
    items.filter((item) => item.epic === epic).length
  const positions = on(account.positions)
  const orders = on(account.workingOrders)
  const onTheWay = on(account.ordersOnTheirWay)
  const words = [
    positions > 0 && count(positions, 'open position'),
    orders > 0 && count(orders, 'working order'),
    onTheWay > 0 && `${count(onTheWay, 'order')} on ${onTheWay === 1 ? 'its' : 'their'} way`,
  ].filter(Boolean)
  const saw = words.length === 0 ? 'nothing open' : words.join(', ')
  const prevents = settings.preventDuplicatePositionsForInstrument
  return judge(
    !prevents || words.length === 0,
    saw,
    prevents ? 'nothing open on this instrument' : 'duplicates are allowed',
    `${saw} on ${epic}`,
  )
})

const openPositionsBelowLimit = overAccount(({ settings }, account) => {
  const open = account.positions.length + account.ordersOnTheirWay.length
  const most = settings.maximumOpenPositions
  const enforced = settings.enforceMaximumOpenPositions
  const saw = `${count(open, 'position')} open`
  return judge(
    !enforced || open < most,
    saw,
    enforced ? `fewer than ${most}` : 'no limit enforced',
    enforced ? `${saw}, your limit is ${most}` : `${saw}, and you enforce no limit`,
  )
})

const positionsAndOrdersBelowLimit = overAccount(({ settings }, account) => {
  const all = account.positions.length + account.workingOrders.length + account.ordersOnTheirWay.length
  const most = settings.maximumOpenPositionsAndPendingOrders
  const enforced = settings.enforceMaximumOpenPositionsAndPendingOrders
  const saw = `${all} positions and orders open`
  return judge(
    !enforced || all < most,
    saw,
    enforced ? `fewer than ${most}` : 'no limit enforced',
    enforced ? `${saw}, your limit is ${most}` : `${saw}, and you enforce no limit`,
  )
})

const atrIsKnown: Rule = (snapshot) => {
  const { instrument } = snapshot
  const periods = instrument ? [instrument.atrStopLossPeriod, instrument.atrProfitTargetPeriod] : []
  const found = periods.map((period) => ({ period, atr: atrOf(snapshot, period) }))
  if (found.some(({ atr }) => atr === undefined)) return { needs: 'dailyAtr' }
  const unknown = found.filter(({ atr }) => !atr || atr.lte(0)).map(({ period }) => period)
  const saw = found.map(({ period, atr }) => `ATR ${period} = ${atr ? inWords(atr.toFixed()) : 'unknown'}`)
  return judge(
    unknown.length === 0,
    [...new Set(saw)].join(', '),
    'known and above 0 for each period used',
    unknown.length === 0
      ? [...new Set(saw)].join(', ')
      : `the ATR of period ${[...new Set(unknown)].join(' and ')} is neither in the alert nor computable from daily prices`,
  )
}

/** A rule over the market, which it asks for where it has not been read. */
const overMarket =
  (rule: (snapshot: Snapshot, market: Market) => Finding): Rule =>
  (snapshot) =>
    snapshot.market ? rule(snapshot, snapshot.market) : { needs: 'market' }

const sizeIsEnough = overMarket((snapshot, market) => {
  const level = levelOf(snapshot, market)
  const most = snapshot.instrument?.maxPositionSize ?? '0'
  const limit = `at least ${inWords(market.minDealSize)}`
  if (level.lte(0)) return judge(false, 'level 0', limit, 'the order level would not be above 0')
  const size = sizeOf(level, most, market.sizeStep)
  const passed = size.gt(0) && size.gte(market.minDealSize)
  const saw = `${inWords(most)} ÷ ${inWords(level.toFixed())} = ${inWords(size.toFixed())}`
  return judge(
    passed,
    saw,
    limit,
    passed
      ? `size ${inWords(size.toFixed())}, the market's minimum is ${inWords(market.minDealSize)}`
      : `size ${inWords(size.toFixed())} is below the market's minimum of ${inWords(market.minDealSize)}`,
  )
})

const distancesFit = overMarket((snapshot, market) => {
  const { instrument } = snapshot
  if (!instrument) return judge(false, 'no instrument', '', 'no instrument')
  const level = levelOf(snapshot, market)
  const price = midPrice(market) ?? level
  const least = inPoints(market.minStopOrLimitDistance, price, market)
  const mostOfRule = inPoints(market.maxStopOrLimitDistance, price, market)
  // A level must stay above 0 whatever the market's rule says.
  const mostOfLevel = level.times(market.scalingFactor)
  const most = mostOfRule.lt(mostOfLevel) ? mostOfRule : mostOfLevel
  const distances = [
    ['stop', instrument.atrStopLossPeriod, instrument.atrStopLossMultiplePercentage],
    ['limit', instrument.atrProfitTargetPeriod, instrument.atrProfitMultiplePercentage],
  ].map(([name, period, percentage]) => ({
    name: name as string,
    points: distanceOf(atrOf(snapshot, period as number) ?? decimal(0), percentage as string, market),
  }))
  const wrong = distances.find(({ points }) => points.lte(0) || points.lt(least) || points.gt(most))
  const saw = distances.map(({ name, points }) => `${name} ${inWords(points.toFixed())}`).join(', ')
  const range = `${inWords(least.toFixed())} to ${inWords(most.toFixed())} points`
  return judge(
    wrong === undefined,
    saw,
    range,
    wrong
      ? `the ${wrong.name} distance of ${inWords(wrong.points.toFixed())} points is outside the market's ${range}`
      : `${saw} points, the market allows ${range}`,
  )
})

const marketIsOpen = overMarket(({ settings }, { status }) =>
  settings.orderType === 'MARKET'
    ? judge(
        status === 'TRADEABLE',
        status,
        'TRADEABLE',
        status === 'TRADEABLE' ? 'the market is open' : `the market is not open for dealing (${status})`,
      )
    : judge(true, status, 'any, for a working order', 'a working order may wait for the market'),
)

/** The reasons not to trade, in their order. */
export const rules: readonly (readonly [RuleName, Rule])[] = [
  ['mode', modeHolds],
  ['trading not paused', tradingIsOn],
  ['credentials', credentialsAreThere],
  ['alert age', alertIsFresh],
  ['instrument', instrumentIsKnown],
  ['price sanity', priceIsSane],
  ['cooldown', cooldownIsOver],
  ['dividend date', noDividendToday],
  ['duplicate', noDuplicate],
  ['open positions', openPositionsBelowLimit],
  ['positions and orders', positionsAndOrdersBelowLimit],
  ['ATR known', atrIsKnown],
  ['size', sizeIsEnough],
  ['stop and limit distance', distancesFit],
  ['market open', marketIsOpen],
]

/** CLOSE skips the rules that only an opening order needs. */
export const closingRules = rules.slice(
  0,
  rules.findIndex(([name]) => name === 'cooldown'),
)
