import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import { describeAmend, describeClose, describeOrder } from '../../../shared/trading/decide.ts'
import { sentenceOf, unread } from '../../../shared/trading/sentence.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { ResponseOf } from '../../../shared/contract/index.ts'
import { stepInWords } from '../../../shared/trading/rules/trace.ts'
import type { OrderToPlace } from '../../../shared/trading/model/snapshot.ts'
import { stakeOf } from '../../../shared/trading/model/stake.ts'
import { instrumentName } from './instrument-name.ts'
import { type AlertDecision, decideAlert } from './decide-alert.ts'
import type { DecisionPorts } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

export type TryPorts = DecisionPorts & { readonly store: Pick<Store, 'getAlertContext'> }

const nothing = { order: null, stake: null }

/** Decides an alert now, as the executor would, without claiming, sending or storing an order. */
export const tryAlert = async (
  ports: TryPorts,
  userId: string,
  mode: Mode,
  alert: Alert,
): Promise<ResponseOf<'tryAlert'>> => {
  const context = await ports.store.getAlertContext({ alertId: 'rehearsal', userId, mode })
  const { settings } = context
  if (!settings) return { outcome: 'BLOCKED', sentence: 'This user no longer exists', trace: [], ...nothing }
  const { accountId, credentialsVersion } = settings
  const considered = await decideAlert(
    ports,
    {
      alertId: 'rehearsal',
      userId,
      captured: { mode, accountId, credentialsVersion },
      alert,
      acceptedAt: ports.clock.now(),
      ofMinute: 1,
    },
    { ...context, settings },
  )
  const market = instrumentName(considered.snapshot) ?? alert.market
  return { ...resultOf(considered, market), trace: considered.trace.map(stepInWords) }
}

/**
 * The result that the user sees.
 * @param market the instrument’s name
 */
const resultOf = (considered: AlertDecision, market: string): Omit<ResponseOf<'tryAlert'>, 'trace'> => {
  const opening = (order: OrderToPlace) => ({
    order: { ...order },
    stake: stakeOf(order, considered.snapshot.market),
  })
  switch (considered.kind) {
    case 'refuse':
      return {
        outcome: considered.outcome,
        sentence: sentenceOf(considered, market),
        ...(considered.order ? opening(considered.order) : nothing),
      }
    case 'unreadable':
      return {
        outcome: 'REFUSED',
        sentence: `Refused: couldn’t read ${unread[considered.needs]} from ${brokerName} (${considered.error.message})`,
        ...nothing,
      }
    case 'place':
      return {
        outcome: 'WOULD_PLACE',
        sentence: `Would place: ${describeOrder(considered.order, market)}`,
        ...opening(considered.order),
      }
    case 'amend': {
      const { changes: stops } = considered.amend
      const sentence = `Would change: ${describeAmend(considered.amend, market)}`
      return { outcome: 'WOULD_PLACE', sentence, order: { stops }, stake: null }
    }
    case 'close': {
      const { positions, workingOrders, epic: close } = considered.close
      const dealIds = [...positions, ...workingOrders].map(({ dealId }) => dealId)
      const sentence = `Would place: ${describeClose(considered.close, market)}`
      return { outcome: 'WOULD_PLACE', sentence, order: { close, dealIds }, stake: null }
    }
  }
}
