import type { Alert } from '../../../shared/alerts/alert.ts'
import type { StrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import type { CapturedSettings, OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import { shortHash } from '../ports/deal-reference.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { type Broker, BrokerError, type BrokerLogin } from '../ports/broker.ts'
import type { Clock, Ports, Queue } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/** A user with timed rules for strategies, in one mode. */
export type TimedUser = {
  readonly userId: string
  readonly captured: CapturedSettings
  readonly strategies: Readonly<Record<string, StrategyRules>>
  /**
   * Whether this is the mode in which the user's alerts trade. The other mode is also checked while positions are open
   * in it.
   */
  readonly isTraded: boolean
  /** Whether *Stop everything* applies. If so, stops do not move, and a timed exit is sent once and held. */
  readonly isStopped: boolean
}

export type TimedPorts = {
  readonly clock: Pick<Clock, 'now'>
  readonly broker: Pick<Broker, 'readPositions' | 'readActivity' | 'readAccount'>
  readonly queue: Queue
  readonly notify: Ports['notify']
  readonly store: Pick<Store, 'getLedger' | 'saveLedger' | 'putAlert' | 'getAlert' | 'log'>
}

export type Quoted = OpenPosition & { readonly bid?: Decimal | null; readonly offer?: Decimal | null }

export const loginOf = ({
  userId,
  captured: { mode, accountId, credentialsVersion },
}: TimedUser): BrokerLogin => ({
  userId,
  mode,
  credentialsVersion,
  accountId: accountId ?? '',
})

/**
 * Reads the account's positions.
 * @returns an empty list if IG does not respond; they are read again the next minute
 */
export const readPositions = ({ broker }: TimedPorts, user: TimedUser): Promise<readonly Quoted[]> =>
  broker
    .readPositions(loginOf(user))
    .then(({ rows }) => rows as readonly Quoted[])
    .catch((error: unknown) => {
      if (error instanceof BrokerError) return []
      throw error
    })

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

/**
 * Sends an alert, unless an alert with this identity was already sent.
 * @returns whether it was sent now
 */
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

/** Reads the first alert that was sent with this identity; null if no alert was sent with it. */
export const sentFirst = (
  { store }: Pick<TimedPorts, 'store'>,
  user: TimedUser,
  identity: readonly unknown[],
) => store.getAlert(idOf(user, identity))

/** @property every milliseconds between two tries */
type RepeatedAlert = {
  readonly identity: readonly unknown[]
  readonly alert: TimedAlert
  readonly every: number
}

/**
 * Sends an alert. Each later call repeats the alert, at most once in each period of `every` milliseconds. The user is
 * not notified again if a repeated alert fails.
 */
export const sendUntilDone = async (
  ports: TimedPorts,
  user: TimedUser,
  { identity, alert, every }: RepeatedAlert,
): Promise<void> => {
  if (await send(ports, user, identity, alert)) return
  const first = await ports.store.getAlert(idOf(user, identity))
  // The user decides about an alert that *Stop everything* holds, so it is not repeated.
  if (user.isStopped || first?.outcome?.outcome === 'HELD') return
  const turn = first ? Math.floor((ports.clock.now() - first.acceptedAt) / every) : 0
  if (turn > 0) await send(ports, user, [...identity, turn], { ...alert, isRepeated: true })
}
