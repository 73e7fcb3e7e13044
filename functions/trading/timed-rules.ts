import { notifyUser } from './record/notify-user.ts'
import type { Alert } from '../../shared/alerts/alert.ts'
import type { FlatAt, StrategyRules } from '../../shared/strategies/strategy-rules.ts'
import { Big } from '../../shared/trading/model/decimal.ts'
import type { CapturedSettings, OpenPosition } from '../../shared/trading/model/snapshot.ts'
import { calendarDay, counted, instantInText } from '../../shared/platform/words.ts'
import type { Decimal, Instant } from '../../shared/platform/units.ts'
import { shortHash } from './ports/deal-reference.ts'
import { followRolls } from './look-up/follow-rolls.ts'
import { ownerOf } from './ledger/owners.ts'
import { weekdayTime } from './weekday-time.ts'
import type { AlertRecord } from './ports/alert-record.ts'
import { type Broker, BrokerError, type BrokerLogin } from './ports/broker.ts'
import type { Clock, Ports, Queue } from './ports/ports.ts'
import type { Ledger } from './ports/ledger.ts'
import type { Store } from './ports/store.ts'

/** A user for whose strategies the clock has something to do, in the mode that alerts trade in. */
export type TimedUser = {
  readonly userId: string
  readonly captured: CapturedSettings
  readonly strategies: Readonly<Record<string, StrategyRules>>
  /** *Stop everything* applies: stops do not move, and a timed exit is sent once and held. */
  readonly isStopped: boolean
}

export type TimedPorts = {
  readonly clock: Pick<Clock, 'now'>
  readonly broker: Pick<Broker, 'readPositions' | 'readActivity'>
  readonly queue: Queue
  readonly notify: Ports['notify']
  readonly store: Pick<Store, 'getLedger' | 'saveLedger' | 'putAlert' | 'getAlert' | 'log'> & {
    listTimedUsers(): Promise<readonly string[]>
    /** null: gone. */
    getTimedUser(userId: string): Promise<TimedUser | null>
  }
}

const minute = 60_000
/** A minute's run may be missed, or late. */
const grace = 10 * minute

/**
 * Each minute: what users have the clock do for their strategies. Whatever trades is an alert of its own, with an identity
 * that follows from what brought it about, so that it comes once and takes the way of every alert.
 */
export const applyTimedRules = async (
  ports: TimedPorts,
  deadline: Instant,
  onError: (userId: string, error: unknown) => void,
) => {
  for (const userId of await ports.store.listTimedUsers()) {
    if (ports.clock.now() > deadline) return
    try {
      const user = await ports.store.getTimedUser(userId)
      if (user) await applyFor(ports, user)
    } catch (error) {
      onError(userId, error)
    }
  }
}

const applyFor = async (given: TimedPorts, user: TimedUser) => {
  const ports = withOneReading(given)
  const { strategies } = user
  const ledger = await ledgerAfterRolls(ports, user)
  for (const [strategy, rules] of Object.entries(strategies)) {
    await closeAtItsTime(ports, user, strategy, rules.flatAt, ledger)
    await notifyOfSilence(ports, user, strategy, rules.silentAfterHours, ledger)
    await remindOfEnd(ports, user, strategy, rules.expiresOn)
  }
  const guarded = Object.entries(strategies).filter(([, { breakEvenAfter }]) => breakEvenAfter !== null)
  const owned = (ledger.owned ?? []).filter(({ strategy }) => guarded.some(([name]) => name === strategy))
  // A pause stops openings; only *Stop everything* stops the rest.
  if (owned.length > 0 && !user.isStopped) await guardProfits(ports, user, ledger)
}

/** All rules of a user share one reading of the positions. */
const withOneReading = (ports: TimedPorts): TimedPorts => {
  let reading: ReturnType<Broker['readPositions']> | undefined
  const readPositions: Broker['readPositions'] = (login) => (reading ??= ports.broker.readPositions(login))
  return { ...ports, broker: { ...ports.broker, readPositions } }
}

/** A position that rolled is the strategy's still: IG is asked only for a user whose clock has something to do. */
const ledgerAfterRolls = async (ports: TimedPorts, user: TimedUser): Promise<Ledger> => {
  const account = { userId: user.userId, mode: user.captured.mode }
  const ledger = await ports.store.getLedger(account)
  const isTimed = ({ strategy }: { readonly strategy: string }) => {
    const rules = user.strategies[strategy]
    return (
      rules && (rules.breakEvenAfter !== null || (rules.flatAt && dueDay(rules.flatAt, ports.clock.now())))
    )
  }
  if (!ledger.owned?.some(isTimed)) return ledger
  const positions = await readPositions(ports, user)
  return followRolls(ports, account, loginOf(user), ledger, { positions }).catch((error: unknown) => {
    if (error instanceof BrokerError) return ledger
    throw error
  })
}

type TimedAlert = Pick<
  Alert,
  | 'market'
  | 'action'
  | 'strategy'
  | 'stop'
  | 'trail'
  | 'comment'
  | 'onlyDeal'
  | 'onlyDeals'
  | 'isRepeated'
  | 'isTimed'
>

const idOf = ({ userId, captured }: TimedUser, identity: readonly unknown[]) =>
  shortHash(JSON.stringify([userId, captured.mode, ...identity]))

/** @returns whether it is new: an alert with this identity is sent once */
export const send = async (
  { clock, store, queue }: TimedPorts,
  user: TimedUser,
  identity: readonly unknown[],
  alert: TimedAlert,
): Promise<boolean> => {
  const now = clock.now()
  const { userId, captured } = user
  const alertId = idOf(user, identity)
  const record: AlertRecord = {
    alertId,
    userId,
    acceptedAt: now,
    captured,
    alert: { price: null, firedAt: now, atr: {}, id: null, others: {}, ...alert },
    outcome: null,
    waits: 0,
    ofMinute: 1,
  }
  const isNew = await store.putAlert(record)
  if (isNew) await queue.send({ alertId, userId, mode: captured.mode }, alertId)
  return isNew
}

/** The first alert with this identity; null: none was sent. */
export const sentFirst = (
  { store }: Pick<TimedPorts, 'store'>,
  user: TimedUser,
  identity: readonly unknown[],
) => store.getAlert(idOf(user, identity))

/**
 * Sends an alert, and sends it again as long as it is due. The user is notified only the first time if it could not be carried out.
 * @param every milliseconds between one try and the next
 */
export const sendUntilDone = async (
  ports: TimedPorts,
  user: TimedUser,
  identity: readonly unknown[],
  alert: TimedAlert,
  every: number,
): Promise<void> => {
  if (await send(ports, user, identity, alert)) return
  const first = await ports.store.getAlert(idOf(user, identity))
  // What *Stop everything* holds back waits for its user.
  if (user.isStopped || first?.outcome?.outcome === 'HELD') return
  const turn = first ? Math.floor((ports.clock.now() - first.acceptedAt) / every) : 0
  if (turn > 0) await send(ports, user, [...identity, turn], { ...alert, isRepeated: true })
}

// --- flat by time ---------------------------------------------------------------------------------------------------

/** The wall clock of a zone: day of the week (0: Sunday), date, and minutes since midnight. */
const wallClock = (at: Instant, zone: string) => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return {
    weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday')),
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** @returns the day on which it is due, from its time until midnight; null if it is not */
export const dueDay = (
  { time, zone, days }: FlatAt,
  now: Instant,
): { readonly day: string; readonly minutesLate: number } | null => {
  const { weekday, day, minutes } = wallClock(now, zone)
  const isDay = days === 'FRIDAYS' ? weekday === 5 : weekday >= 1 && weekday <= 5
  const late = minutes - minutesOf(time)
  return isDay && late >= 0 ? { day, minutesLate: late } : null
}

/** Minutes after its time in which what opened is still closed with it: an entry may be decided a minute later. */
const lateEntries = grace / minute

/**
 * Closes what the strategy holds at its time, and tries again each minute of that day until it is flat: IG may be down at
 * that minute, its request limit used up, or a position listed late. What opens long after the time stays open.
 */
const closeAtItsTime = async (
  ports: TimedPorts,
  user: TimedUser,
  strategy: string,
  flatAt: FlatAt | null,
  ledger: Ledger,
) => {
  const now = ports.clock.now()
  const due = flatAt && dueDay(flatAt, now)
  const { owned = [] } = ledger
  const until = due && now - (due.minutesLate - lateEntries) * minute
  // Nothing of it is known to be open: an alert would only report it.
  if (!due || !owned.some((deal) => deal.strategy === strategy && deal.at <= (until ?? 0))) return
  const owner = ownerOf(ledger)
  const isOpen = async () =>
    (await readPositions(ports, user)).some(
      (position) => owner(position) === strategy && position.createdAt <= (until ?? 0),
    )
  if (due.minutesLate > 0 && !(await isOpen())) return
  const alert = {
    market: '*',
    action: 'CLOSE_ALL' as const,
    strategy,
    isTimed: true,
    comment: `Close all at ${flatAt.time} ${flatAt.zone}`,
  }
  await sendUntilDone(ports, user, ['flat', strategy, due.day, flatAt.time], alert, minute)
}

export const loginOf = ({
  userId,
  captured: { mode, accountId, credentialsVersion },
}: TimedUser): BrokerLogin => ({
  userId,
  mode,
  credentialsVersion,
  accountId: accountId ?? '',
})

/** @returns the account's positions as dashboards see them; none if IG does not answer: the next minute asks again */
const readPositions = ({ broker }: TimedPorts, user: TimedUser): Promise<readonly Quoted[]> =>
  broker
    .readPositions(loginOf(user))
    .then(({ rows }) => rows as readonly Quoted[])
    .catch((error: unknown) => {
      if (error instanceof BrokerError) return []
      throw error
    })

// --- break-even -----------------------------------------------------------------------------------------------------

type Quoted = OpenPosition & { readonly bid?: Decimal | null; readonly offer?: Decimal | null }

/** Whether the profit of a position is at least a multiple of its risk, and its stop could still lose money. */
export const isPastBreakEven = (position: Quoted, after: number): boolean => {
  const { direction, level, stopLevel, bid, offer } = position
  const sign = direction === 'BUY' ? 1 : -1
  const quote = direction === 'BUY' ? bid : offer
  if (!quote || !stopLevel || level === null || position.controlledRisk) return false
  const risk = new Big(level).minus(stopLevel).times(sign)
  return risk.gt(0) && new Big(quote).minus(level).times(sign).gte(risk.times(after))
}

/** Asked again after this long if it was refused, and is still due. */
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
    await sendUntilDone(
      ports,
      user,
      ['break-even', position.dealId, position.stopLevel],
      alert,
      askedAgainAfter,
    )
  }
}

// --- silence --------------------------------------------------------------------------------------------------------

const hour = 60 * minute
const day = 24 * hour

/** One message when it falls silent, and one when it is back. */
const notifyOfSilence = async (
  ports: TimedPorts,
  { userId, captured: { mode } }: TimedUser,
  strategy: string,
  hours: number | null,
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
    { mode, type: 'ALERT', description, extra: { strategy }, key, since: now - day },
  )
}

// --- the end of an alert --------------------------------------------------------------------------------------------

/** Days before the end on which its user is reminded. */
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
    { mode, type: 'ALERT', description: '', extra: { strategy, expiresOn }, key, since: now - 2 * day },
  )
}
