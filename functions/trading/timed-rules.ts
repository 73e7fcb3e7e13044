import { notifyUser } from './record/notify-user.ts'
import { Big } from '../../shared/trading/model/decimal.ts'
import { counted } from '../../shared/platform/figures.ts'
import { calendarDay, instantInText } from '../../shared/platform/words.ts'
import { shortHash } from './ports/deal-reference.ts'
import { closeAtItsTime, flatTasks } from './flat-by-time.ts'
import { followRolls } from './look-up/follow-rolls.ts'
import { ownerOf } from './ledger/owners.ts'
import { weekdayTime } from './weekday-time.ts'
import { type Broker, BrokerError } from './ports/broker.ts'
import type { Ledger } from './ports/ledger.ts'
import {
  loginOf,
  type Quoted,
  readPositions,
  sendUntilDone,
  type TimedPorts,
  type TimedUser,
} from './watch/timed-alerts.ts'

const minute = 60_000
/** Milliseconds by which a run may be late without missing an event. */
const grace = 10 * minute

/**
 * Applies a user's timed rules for strategies. A rule trades by sending an alert, which is processed like any other
 * alert. The alert's ID is derived from its cause, so that each cause leads to only one alert.
 */
export const applyTimedRules = async (given: TimedPorts, user: TimedUser) => {
  const ports = withOneReading(given)
  const known = await ports.store.getLedger(loginOf(user))
  const tasks = await flatTasks(ports, user, known)
  const isGuarded = known.owned?.some(({ strategy }) => user.strategies[strategy]?.breakEvenAfter != null)
  // Positions are read only if a rule of the user needs them.
  const ledger = isGuarded || tasks.length > 0 ? await ledgerAfterRolls(ports, user, known) : known
  for (const task of tasks) await closeAtItsTime(ports, user, task, ledger)
  for (const [strategy, rules] of user.isTraded ? Object.entries(user.strategies) : []) {
    await notifyOfSilence(ports, user, { strategy, hours: rules.silentAfterHours }, ledger)
    await remindOfEnd(ports, user, strategy, rules.expiresOn)
  }
  // A pause blocks only entries. The break-even rule stops only if *Stop everything* applies.
  if (isGuarded && !user.isStopped) await guardProfits(ports, user, ledger)
}

/** Returns ports that read the positions only once for all rules of a user. */
const withOneReading = (ports: TimedPorts): TimedPorts => {
  let reading: ReturnType<Broker['readPositions']> | undefined
  const readPositions: Broker['readPositions'] = (login) => (reading ??= ports.broker.readPositions(login))
  return { ...ports, broker: { ...ports.broker, readPositions } }
}

/** Updates the record for positions that IG rolled, so that they still belong to their strategy. */
const ledgerAfterRolls = async (ports: TimedPorts, user: TimedUser, ledger: Ledger): Promise<Ledger> => {
  const login = loginOf(user)
  const positions = await readPositions(ports, user)
  return followRolls(ports, login, ledger, { positions }).catch((error: unknown) => {
    if (error instanceof BrokerError) return ledger
    throw error
  })
}

// --- break-even -----------------------------------------------------------------------------------------------------

/** Whether the profit of a position is at least a multiple of its risk while its stop is still at a loss. */
export const isPastBreakEven = (position: Quoted, after: number): boolean => {
  const { direction, level, stopLevel, bid, offer } = position
  const sign = direction === 'BUY' ? 1 : -1
  const quote = direction === 'BUY' ? bid : offer
  if (!quote || !stopLevel || level === null || position.controlledRisk) return false
  const risk = new Big(level).minus(stopLevel).times(sign)
  return risk.gt(0) && new Big(quote).minus(level).times(sign).gte(risk.times(after))
}

/** Milliseconds until a stop that could not be moved is tried again. */
const askedAgainAfter = 10 * minute

const guardProfits = async (ports: TimedPorts, user: TimedUser, ledger: Ledger) => {
  const { strategies } = user
  const positions = await readPositions(ports, user)
  const owner = ownerOf(ledger)
  for (const position of positions) {
    const strategy = owner(position)
    const rules = strategies[strategy ?? '']
    const market = ledger.owned?.find(({ dealId }) => dealId === position.dealId)?.market
    if (!strategy || !market || !rules?.breakEvenAfter) continue
    if (!isPastBreakEven(position, rules.breakEvenAfter)) continue
    const { trail, breakEvenAfter, breakEvenOffset } = rules
    if (trail && position.trail) continue
    const alert = {
      market,
      strategy,
      onlyDeal: position.dealId,
      ...(trail
        ? {
            action: 'TRAIL' as const,
            trail: { distance: String(trail.distance), step: String(trail.step) },
            comment: `Trailing after ${breakEvenAfter} × the risk`,
          }
        : {
            action: 'STOP' as const,
            stop: { kind: 'break-even' as const, offset: String(breakEvenOffset) },
            comment: `Break-even after ${breakEvenAfter} × the risk`,
          }),
    }
    const identity = ['break-even', position.dealId, position.stopLevel]
    await sendUntilDone(ports, user, { identity, alert, every: askedAgainAfter })
  }
}

// --- silence --------------------------------------------------------------------------------------------------------

const hour = 60 * minute
const day = 24 * hour

/** Notifies the user when a strategy becomes silent, and when it sends again. */
const notifyOfSilence = async (
  ports: TimedPorts,
  { userId, captured: { mode } }: TimedUser,
  { strategy, hours }: { readonly strategy: string; readonly hours: number | null },
  { standings }: Ledger,
) => {
  const state = standings?.[strategy]
  if (hours === null || !state) return
  const now = ports.clock.now()
  const { lastAlertAt, alertBeforeAt } = state
  const silent = weekdayTime(lastAlertAt, now) - hours * hour
  const wasSilent = alertBeforeAt !== undefined && weekdayTime(alertBeforeAt, lastAlertAt) >= hours * hour
  const isBack = wasSilent && now - lastAlertAt < grace
  if (!isBack && (silent < 0 || silent >= grace)) return
  const since = isBack ? alertBeforeAt : lastAlertAt
  const sentence = isBack
    ? `Strategy ${strategy} is sending alerts again, after none since ${instantInText(since)}`
    : `Strategy ${strategy} may have stopped: no alerts since ${instantInText(since)} (more than ${counted(hours, 'hour')}, weekdays only)`
  const description = isBack ? '' : 'Check in TradingView whether its alert is still active'
  const key = `silence-${shortHash(JSON.stringify([userId, mode, strategy, lastAlertAt, isBack]))}`
  await notifyUser(
    ports,
    {
      id: key,
      type: isBack ? 'strategy.resumed' : 'strategy.silent',
      userId,
      at: now,
      data: {
        mode,
        strategy,
        sentence,
        path: '/dashboard/strategies',
        ...(description === '' ? {} : { details: [description] }),
      },
    },
    { mode, type: 'ALERT', description, extra: { kind: 'note', facts: { strategy } }, key, since: now - day },
  )
}

// --- expiry of an alert ----------------------------------------------------------------------------------------------

/** The user is reminded this many days before the alert expires. */
const remindedBefore = [7, 1] as const

const remindOfEnd = async (
  ports: TimedPorts,
  { userId, captured: { mode } }: TimedUser,
  strategy: string,
  expiresOn: string | null,
) => {
  const now = ports.clock.now()
  const days = remindedBefore.find((before) => calendarDay(now + before * day) === expiresOn)
  if (days === undefined) return
  const sentence = `The TradingView alert for strategy ${strategy} expires on ${expiresOn}, in ${counted(days, 'day')}. Renew it in TradingView, then update the date here`
  const key = `ends-${shortHash(JSON.stringify([userId, mode, strategy, expiresOn, days]))}`
  await notifyUser(
    ports,
    {
      id: key,
      type: 'alert.stopping',
      userId,
      at: now,
      data: { mode, strategy, sentence, path: '/dashboard/strategies' },
    },
    {
      mode,
      type: 'ALERT',
      description: '',
      extra: { kind: 'note', facts: { strategy, expiresOn } },
      key,
      since: now - 2 * day,
    },
  )
}
