import { decide, type Decision } from '../../../shared/trading/decide.ts'
import { nearMarkets } from '../../../shared/instruments/near-markets.ts'
import type { Market, Snapshot } from '../../../shared/trading/model/snapshot.ts'
import type { Need } from '../../../shared/trading/model/rule.ts'
import { reachedNow } from '../../../shared/trading/rules/limits.ts'
import { type AlertToDecide, firstSnapshot, type KnownToDecide } from './first-snapshot.ts'
import { isShut, restsOnOldFunds, restsOnOldMarket } from './old-market.ts'
import { freshMarket } from './read-markets.ts'
import { type ReadContext, readFunds, readNeeded } from './read-needed.ts'
import { keepReached } from '../watch/watch-account.ts'
import { isYetToLeave } from '../ledger/ledger.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import { limits } from '../ports/limits.ts'
import { BrokerError } from '../ports/broker.ts'
import type { DecisionPorts } from '../ports/ports.ts'
import type { DecisionContext } from '../ports/store.ts'

/** A finished decision, or the reason why the broker's data could not be read. */
export type AlertDecision = (
  | Exclude<Decision, { kind: 'incomplete' }>
  | {
      readonly kind: 'unreadable'
      readonly needs: Need
      readonly error: BrokerError
      readonly trace: Decision['trace']
    }
) & {
  /** The data that the decision is based on. */
  readonly snapshot: Snapshot
}

/**
 * Decides an alert and reads only the data that the rules need from the broker. If an early rule refuses an alert, no
 * request is made. Nothing is read twice, except old market data or funds that would decide the outcome.
 */
export const decideAlert = async (
  ports: DecisionPorts,
  alert: AlertToDecide,
  context: Omit<ReadContext, 'login' | 'alertId' | 'ahead'> &
    Pick<DecisionContext, 'listInstrumentNames' | 'listUndecided'> &
    Partial<Pick<DecisionContext, 'behind'>> &
    KnownToDecide & {
      /**
       * Epics whose status this run has already read again before a refusal, so that one extra read is enough for a
       * burst.
       */
      readonly statusRead?: Set<string>
    },
): Promise<AlertDecision> => {
  const { clock } = ports
  const isExit = isYetToLeave(context.ledger, alert)
  const login = { ...brokerLoginOf(alert), ...(isExit ? { isExit } : {}) }
  const { behind = [], statusRead = new Set<string>() } = context
  const next = behind.map(({ alert }) => alert.market)
  const instrument = await context.findInstrument(alert.alert.market, next)
  const ahead = alert.ofMinute >= limits.burst || behind.length > 0 ? context : null
  const reading = { ...context, login, alertId: alert.alertId, ahead }
  let snapshot = firstSnapshot(alert, context, instrument, clock.now())
  for (;;) {
    snapshot = { ...snapshot, now: clock.now() }
    const decision = decide(snapshot)
    try {
      if (decision.kind === 'incomplete') {
        snapshot = { ...snapshot, ...(await readNeeded(ports, reading, snapshot, decision.needs)) }
      } else if (restsOnOldMarket(decision, snapshot, clock.now(), statusRead)) {
        const { epic } = snapshot.market as Market
        if (isShut(decision)) statusRead.add(epic)
        snapshot = { ...snapshot, market: await freshMarket(ports, reading, epic) }
      } else if (restsOnOldFunds(decision, snapshot, context.ledger)) {
        snapshot = { ...snapshot, ...(await readFunds(ports, reading, snapshot, 0)) }
      } else if (lacksInstrument(decision, snapshot)) {
        // The names are used only in the refusal's text. If they can't be read, the text suggests no market.
        const names = await context.listInstrumentNames().catch(() => [])
        snapshot = { ...snapshot, nearMarkets: nearMarkets(alert.alert.market, names) }
      } else {
        if (decision.kind === 'refuse' && decision.rule === 'loss limits')
          await keepReached(ports, login, reachedNow(snapshot))
        return { ...decision, snapshot }
      }
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      const needs = decision.kind === 'incomplete' ? decision.needs : 'market'
      return { kind: 'unreadable', needs, error, trace: decision.trace, snapshot }
    }
  }
}

const lacksInstrument = (decision: Decision, { instrument, nearMarkets: near }: Snapshot) =>
  decision.kind === 'refuse' && decision.rule === 'instrument' && !instrument && !near
