import { type LossLimits, noLimits } from '../../../shared/limits/loss-limits.ts'
import { tradingDay } from '../../../shared/trading/model/trading-day.ts'
import type { EquityReading, Watch } from '../../../shared/trading/model/watch.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { type Watched, watchAccount } from './watch-account.ts'
import { BrokerError, type BrokerLogin } from '../ports/broker.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { LimitedUser, LimitPorts } from './limit-ports.ts'

/**
 * Maximum age of an equity reading in milliseconds. Decisions also read the equity. If their older readings were
 * accepted here, an account would be read only every other minute.
 */
const youngEnough = 15_000

/**
 * Milliseconds between two checks of an account without open positions. Only deposits and withdrawals change such an
 * account.
 */
const flatFor = 15 * 60_000

/**
 * Returns the state of the account's limits, and reads it again if something may have changed it; null if it cannot be
 * read.
 */
export const readWatch = async (
  ports: LimitPorts,
  user: LimitedUser,
  login: BrokerLogin,
  ledger: Ledger,
): Promise<Watched | null> => {
  const { lossLimits: { day } = noLimits } = user
  const { watch, bookings } = await ports.store.getWatch(login)
  const known = watch?.accountId === login.accountId ? { watch, bookings } : null
  if (known && !mayHaveMoved(known.watch, ledger, ports.clock.now(), day)) return known
  try {
    return await watchAccount(ports, login, user, youngEnough)
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    // If IG cannot be read, the known state still trips a limit that was reached earlier on the same day.
    return known?.watch.dayStart === tradingDay(ports.clock.now(), day).startsAt ? known : null
  }
}

const mayHaveMoved = (
  { reading, dayStart }: Watch,
  { claims, placed }: Ledger,
  now: Instant,
  day: LossLimits['day'],
): boolean =>
  reading === null ||
  !isFlat(reading) ||
  claims.length > 0 ||
  placed.some(({ knownAt }) => knownAt > reading.at) ||
  now - reading.at >= flatFor ||
  tradingDay(now, day).startsAt !== dayStart

export const isFlat = ({ margin, profitLoss }: EquityReading): boolean =>
  margin !== null && Number(margin) === 0 && Number(profitLoss) === 0
