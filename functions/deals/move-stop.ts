import type { DealVerdict } from '../../shared/deals/dealing.schema.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { grouped } from '../../shared/platform/figures.ts'
import type { Decimal } from '../../shared/platform/units.ts'
import type { StopChange } from '../../shared/trading/model/snapshot.ts'
import { isWider, newStop, type Obstacle, obstacleInWords } from '../../shared/trading/rules/stops.ts'
import type { AccountBroker } from '../broker/port.ts'
import type { QuotedPosition } from '../broker/listed-deals.ts'
import { unconfirmedIn } from '../trading/ledger/account-state.ts'
import { type Broker, type BrokerLogin, nullIfUnanswered } from '../trading/ports/broker.ts'
import type { Clock } from '../trading/ports/ports.ts'
import { findStop } from '../trading/record/amend-outcome.ts'
import { refusalOfStop, sendStop } from '../trading/send/move-stop.ts'
import { nothingSent, notSent, positionGone, refused, sessionEnded } from './deal-errors.ts'
import type { DealStore } from './deals.ts'

export type StopPorts = {
  readonly clock: Clock
  readonly broker: Pick<AccountBroker, 'readPositions' | 'moveStop' | 'confirm'> & Pick<Broker, 'readMarket'>
  readonly store: Pick<DealStore, 'getLedger' | 'savePositions'>
}

/** Milliseconds to wait before each reading of the positions. IG's lists lag behind its confirmations. */
const pauses = [0, 1_000, 1_500, 2_000] as const

/**
 * Moves the stop of an open position to a level at the broker. The stop is sent once. If IG's answer is unclear, the
 * list of positions decides.
 * @param proveLooser called before the stop is sent, if it will be further from the market or no longer trail
 * @throws VisibleError NOT_FOUND, INVALID_REQUEST if the level is too close or on the wrong side, BROKER_REFUSED,
 * CHANGED_MEANWHILE, OUTCOME_UNKNOWN; BROKER_UNAVAILABLE or BrokerError if nothing was sent
 */
export const moveStop = async (
  ports: StopPorts,
  account: BrokerLogin,
  { dealId, stopLevel }: { readonly dealId: string; readonly stopLevel: number },
  proveLooser: () => Promise<void>,
): Promise<DealVerdict> => {
  const login = { ...account, isExit: true }
  const position = await findPosition(ports, login, dealId)
  const market = await ports.broker.readMarket(login, position.epic)
  const change = newStop(position, market, { stop: { kind: 'level', level: String(stopLevel) } }, '1')
  if ('kind' in change) throw notMoved(change, position)
  if (findStop(change, [position]).kind === 'moved')
    return { dealId, status: 'MOVED', message: `The stop is already at ${grouped(change.stopLevel)}` }
  if (isWider(change) || position.trail) await proveLooser()
  const first = await sendStop(ports.broker, login, change)
  const hadNoSession = first.kind === 'refused' && first.hadNoSession
  const sent = hadNoSession ? await sendStop(ports.broker, login, change) : first
  if (sent.kind === 'unsent') throw notSent(sent)
  if (sent.kind === 'refused' && sent.hadNoSession) throw sessionEnded()
  const refusal = await refusalOfStop(ports, login, sent)
  const found = await findMoved(ports, login, change, refusal ? [0] : pauses)
  // IG may have answered with the confirmation of an earlier change of this deal, so the list decides.
  if (found?.kind === 'moved') {
    const from = change.stopBefore === null ? '' : ` from ${grouped(change.stopBefore)}`
    return { dealId, status: 'MOVED', message: `Stop moved${from} to ${grouped(change.stopLevel)}` }
  }
  if (refusal) throw refused(refusal.code ?? '', refusal.message ?? '')
  if (found?.kind === 'gone') throw positionGone()
  if (found?.kind === 'elsewhere') throw movedElsewhere(found.stopLevel)
  throw new VisibleError(
    'OUTCOME_UNKNOWN',
    'IG didn’t confirm whether it moved the stop. Check the position in a moment before you try again',
  )
}

/**
 * Finds an open position.
 * @throws VisibleError NOT_FOUND if two lists lack the position; one is not enough, because IG's list is sometimes
 * empty for a moment
 */
const findPosition = async (
  { clock, broker, store }: StopPorts,
  login: BrokerLogin,
  dealId: string,
): Promise<QuotedPosition & { readonly isUnconfirmed: boolean }> => {
  for (const pause of [0, 1_000]) {
    await clock.sleep(pause)
    const { rows } = await broker.readPositions(login)
    const position = rows.find((row) => row.dealId === dealId)
    if (!position) continue
    const unconfirmed = unconfirmedIn(await store.getLedger(login))
    const { dealReference } = position
    return { ...position, isUnconfirmed: dealReference !== null && unconfirmed.has(dealReference) }
  }
  throw positionGone()
}

/**
 * Reads where the stop is now.
 * @returns null if no list could be read
 */
const findMoved = async (
  { clock, broker, store }: StopPorts,
  login: BrokerLogin,
  change: StopChange,
  waits: readonly number[],
) => {
  let found: ReturnType<typeof findStop> | null = null
  for (const pause of waits) {
    await clock.sleep(pause)
    const reading = await broker.readPositions(login).catch(nullIfUnanswered)
    if (!reading) continue
    found = findStop(change, reading.rows)
    if (found.kind === 'moved') {
      await store.savePositions(login, reading)
      break
    }
  }
  return found
}

const notMoved = (why: Obstacle, { direction }: Pick<QuotedPosition, 'direction'>): VisibleError => {
  const message = `Stop not moved: ${obstacleInWords(why)}`
  switch (why.kind) {
    case 'wrong side':
    case 'too close': {
      const advice = `${message}. Choose a ${direction === 'BUY' ? 'lower' : 'higher'} level`
      return new VisibleError('INVALID_REQUEST', advice, { stop_level: advice })
    }
    case 'guaranteed':
    case 'no stops':
      return new VisibleError('BROKER_REFUSED', message, { reason: why.kind })
    default:
      return new VisibleError('BROKER_UNAVAILABLE', `${message}. ${nothingSent}`, { reason: why.kind })
  }
}

const movedElsewhere = (level: Decimal | null) =>
  new VisibleError(
    'CHANGED_MEANWHILE',
    level === null
      ? 'IG lists no stop on this position now. Check the position before you try again'
      : `The stop is at ${grouped(level)} now: it was moved elsewhere meanwhile. Check the position before you try again`,
    { stopLevel: level },
  )
