import type { Instant } from '../../shared/trading/snapshot.ts'
import { type BrokerAccount, BrokerError, type Clock } from '../trading/ports.ts'
import { wordsOf } from './error-codes.ts'

/** IG counts what deals, what asks for historical prices, and all the rest, each on its own. */
export type CallKind = 'trading' | 'history' | 'other'

const minute = 60_000

/** Calls within a minute, a little below IG's 100 and 30. */
const allowed: Readonly<Record<CallKind, number>> = { trading: 98, history: 28, other: 28 }

export type Budget = {
  /** Counts one call. @throws BrokerError allowance where it must not be made */
  spend(account: BrokerAccount, kind: CallKind): Promise<void>
  /** IG said that the allowance is spent: no call of that kind for a minute. */
  close(account: BrokerAccount, kind: CallKind, code: string | null): Promise<void>
}

export const igBudget = (clock: Clock): Budget => {
  const spent = new Map<string, Instant[]>()
  const closed = new Map<string, { until: Instant; code: string | null }>()
  const nameOf = ({ mode, accountId }: BrokerAccount, kind: CallKind) => `${mode}#${accountId}#${kind}`
  return {
    spend: (account, kind) => {
      const name = nameOf(account, kind)
      const now = clock.now()
      const stop = closed.get(name)
      if (stop && now < stop.until)
        return Promise.reject(new BrokerError('allowance', wordsOf(stop.code), stop.code))
      const recent = (spent.get(name) ?? []).filter((at) => now - at < minute)
      if (recent.length >= allowed[kind])
        return Promise.reject(
          new BrokerError(
            'allowance',
            'Signalpost keeps below IG’s allowance of requests; it asks again in a moment',
          ),
        )
      spent.set(name, [...recent, now])
      return Promise.resolve()
    },
    close: (account, kind, code) => {
      closed.set(nameOf(account, kind), { until: clock.now() + minute, code })
      return Promise.resolve()
    },
  }
}
