import { outcomeInWords } from '../../../../functions/trading/record/ending-words.ts'
import { noLimits } from '../../../../shared/limits/loss-limits.ts'
import { saveLossLimits } from '../../../../functions/settings/change-settings.ts'
import { type BrokerCall, ProductUnderBench, worldFromEnvironment } from './bench-product.ts'
import { allow, type Level, openTabs } from './allowed-world.ts'
import { playBackground } from './play-background.ts'
import { print } from './print.ts'
import { alertText, makeTrader, wideRules } from './trader.ts'

/**
 * What becomes of alerts within IG's request limits, in virtual time over HTTP. Names choose: exits, rhythms, background;
 * after them a number takes only the scenario of that number.
 */

const minute = 60_000

/** Signals at the close of one bar may come from this number of markets. */
const rules = { ...wideRules, orderType: 'MARKET', largestBurst: 98, maximumAlertAgeInSeconds: 60 } as const

const isDeal = ({ method, path, status }: BrokerCall) =>
  status === 200 && /\/otc(\/|$)/.test(path) && method !== 'GET'

const acceptedId = async (product: ProductUnderBench, text: string) => {
  const { result } = await product.accept(text)
  if (!('alertId' in result)) throw new Error(`An alert was not accepted: ${JSON.stringify(result)}`)
  return result.alertId
}

/** Whether every alert has its outcome, checked every five seconds. */
const allEnded = (product: ProductUnderBench, ids: readonly string[], count = ids.length) => {
  let seenAt = 0
  return async () => {
    if (ids.length < count || !product.isIdle || product.now - seenAt < 5_000) return false
    seenAt = product.now
    const alerts = await Promise.all(ids.map((id) => product.alert(id)))
    return alerts.every((alert) => alert?.outcome)
  }
}

/** Why alerts were not carried out, if the environment asks for it by WORDS. */
const printOthers = async (product: ProductUnderBench, name: string, ids: readonly string[]) => {
  for (const id of ids) {
    const alert = await product.alert(id)
    if (alert?.outcome?.outcome !== 'PLACED')
      console.log(`${name}: ${alert?.outcome ? outcomeInWords(alert?.outcome) : 'no outcome'}`)
  }
}

/** N positions are open; their strategies leave, or turn, at one close. */
const playExits = async (
  product: ProductUnderBench,
  kind: 'exits' | 'reversals',
  count: number,
  level: Level,
  tabs: boolean,
) => {
  // An identifier at IG has at most 30 characters.
  const name = `${kind}-${count}-${level[0]}-${tabs ? 'tabs' : 'alone'}`
  const markets = product.markets.slice(-count)
  const trader = await makeTrader(name, markets, product.now, { rules, maxPositionSize: '500' })
  const accept = async (action: string, id: string, from = 0, to = count) => {
    const ids: string[] = []
    for (const [index, market] of markets.slice(from, to).entries()) {
      const text = alertText(trader, market, `${id}-${from + index}`, product.now, action, {
        strategy: 'bars',
      })
      ids.push(await acceptedId(product, text))
    }
    return ids
  }
  const positions = async () => {
    const accounts = (await product.controlBroker('accounts', null, 'GET')) as Record<
      string,
      { readonly accountId: string; readonly positions: readonly { readonly direction: string }[] }
    >
    return (
      Object.values(accounts).find(({ accountId }) => accountId === trader.account.accountId)?.positions ?? []
    )
  }
  await allow(product, level)
  // The login is a session of hours.
  await product.view(trader, 'positions', 0)
  await product.pass(2 * minute)
  for (let from = 0; from < count; from += 5) {
    const entries = await accept('BUY', 'before', from, from + 5)
    await product.executeUntil(product.now + 5 * minute, allEnded(product, entries))
    await product.pass(2 * minute)
  }
  const opened = (await positions()).length
  if (opened !== count) throw new Error(`${name}: ${opened} of ${count} positions were opened`)
  const close = tabs ? openTabs(product, trader) : () => undefined
  await product.pass(3 * minute)
  const [from, began] = [product.brokerCalls.length, product.now]
  const ids = await accept(kind === 'exits' ? 'CLOSE' : 'REVERSE', 'now')
  await product.executeUntil(product.now + 15 * minute, allEnded(product, ids))
  close()
  const calls = product.brokerCalls.slice(from)
  const left = await positions()
  const done =
    kind === 'exits' ? count - left.length : left.filter(({ direction }) => direction === 'SELL').length
  const last = calls.findLast(isDeal)?.at ?? began
  const refused = calls.filter(({ status }) => status === 403).length
  if (process.env.WORDS) await printOthers(product, name, ids)
  const reads = calls.filter(({ method, path }) => method === 'GET' && !path.endsWith('/accounts')).length
  print({
    name: `${count} ${kind} at one close, ${level}${tabs ? ', two tabs' : ''}: not carried out`,
    value: count - done,
    unit: kind,
    target: 0,
    ...(level === 'published' ? { ceiling: 0 } : {}),
    floor: 0,
    note: `${done} carried out; ${reads} reads${tabs ? ' with those of the tabs' : ''}, ${refused} refused by IG; the last left after ${((last - began) / 1_000).toFixed(0)} s`,
  })
}

const exitScenarios = [
  ...([8, 10, 12, 17, 30] as const).map((count) => ['exits', count] as const),
  ...([8, 20] as const).map((count) => ['reversals', count] as const),
].flatMap(([kind, count]) =>
  (['published', 'low'] as const).flatMap((level) =>
    [false, true].map((tabs) => [kind, count, level, tabs] as const),
  ),
)

const rhythms = [20, 45, 61, 75, 120] as const

/** Ten entries in each of five rhythms, each on a market of its own and at most 60 s old. */
const playRhythms = async (product: ProductUnderBench, level: Level, limits: boolean) => {
  const placed: number[] = []
  let refused = 0
  for (const seconds of rhythms) {
    const name = `rhythm-${seconds}-${level[0]}-${limits ? 'on' : 'off'}`
    const markets = product.markets.slice(-10)
    const trader = await makeTrader(name, markets, product.now, { rules, maxPositionSize: '500' })
    if (limits)
      await saveLossLimits(trader.account.userId, 'DEMO', {
        ...noLimits,
        lossToday: { amount: 50, unit: 'PERCENT' },
      })
    await allow(product, level)
    const from = product.brokerCalls.length
    const ids: string[] = []
    const end = product.repeat(
      seconds * 1_000,
      async () => {
        const market = markets[ids.length]
        if (!market) return
        const text = alertText(trader, market, `${name}-${ids.length}`, product.now, 'BUY', {})
        ids.push(await acceptedId(product, text))
      },
      1_000,
    )
    await product.executeUntil(product.now + (seconds * 10 + 180) * 1_000, allEnded(product, ids, 10))
    end()
    const outcomes = await Promise.all(ids.map(async (id) => (await product.alert(id))?.outcome))
    placed.push(outcomes.filter((outcome) => outcome?.outcome === 'PLACED').length)
    refused += product.brokerCalls.slice(from).filter(({ status }) => status === 403).length
    if (process.env.WORDS) await printOthers(product, name, ids)
  }
  const all = placed.reduce((sum, each) => sum + each, 0)
  const most = level === 'eight' ? 10 : level === 'low' ? 4 : 0
  print({
    name: `50 alerts in five rhythms, ${level}, loss limits ${limits ? 'on' : 'off'}: not placed`,
    value: 50 - all,
    unit: 'alerts',
    target: most,
    ceiling: most,
    floor: 0,
    note: `${all} placed: ${placed.map((each, index) => `${each} at ${rhythms[index]} s`).join(', ')}; ${refused} requests refused by IG`,
  })
}

const rhythmScenarios = (['published', 'low', 'eight'] as const).flatMap((level) =>
  [false, true].map((limits) => [level, limits] as const),
)

const [, , ...words] = process.argv
const isChosen = (name: string, number: number) => {
  const place = words.indexOf(name)
  const only = words[place + 1]
  if (place < 0) return words.length === 0
  return only === undefined || !/^\d+$/.test(only) || Number(only) === number
}
const product = await ProductUnderBench.open(worldFromEnvironment())
// Some stores take the time from the system's clock.
Date.now = () => product.now
product.aws.measureUnits(false)
product.answerTime = 150
product.repeat(minute, () => product.reconcile())
try {
  for (const [index, scenario] of exitScenarios.entries())
    if (isChosen('exits', index)) await playExits(product, ...scenario)
  for (const [index, scenario] of rhythmScenarios.entries())
    if (isChosen('rhythms', index)) await playRhythms(product, ...scenario)
  for (const [index, level] of (['published', 'low'] as const).entries())
    if (isChosen('background', index)) await playBackground(product, level)
} finally {
  await product.stop()
  process.disconnect()
}
