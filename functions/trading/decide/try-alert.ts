import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import { describeAmend, describeClose, describeOrder } from '../../../shared/trading/decide.ts'
import { sentenceOf, unread } from '../../../shared/trading/sentence.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { ResponseOf } from '../../../shared/contract/index.ts'
import { stepInWords } from '../../../shared/trading/rules/trace.ts'
import { instrumentName } from './instrument-name.ts'
import { decideAlert } from './decide-alert.ts'
import type { DecisionPorts } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

export type TryPorts = DecisionPorts & { readonly store: Pick<Store, 'getAlertContext'> }

/** Decides an alert as the executor would now, without claiming, sending or storing anything. */
export const tryAlert = async (
  ports: TryPorts,
  userId: string,
  mode: Mode,
  alert: Alert,
): Promise<ResponseOf<'tryAlert'>> => {
  const context = await ports.store.getAlertContext({ alertId: 'rehearsal', userId, mode })
  const { settings } = context
  if (!settings) return { outcome: 'BLOCKED', sentence: 'This user no longer exists', trace: [], order: null }
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
  const trace = considered.trace.map(stepInWords)
  const wouldPlace = (sentence: string, order: Record<string, unknown>) => ({
    outcome: 'WOULD_PLACE' as const,
    sentence,
    trace,
    order,
  })
  switch (considered.kind) {
    case 'refuse':
      return { outcome: considered.outcome, sentence: sentenceOf(considered, market), trace, order: null }
    case 'unreadable':
      return {
        outcome: 'REFUSED',
        sentence: `Refused: couldn’t read ${unread[considered.needs]} from ${brokerName} (${considered.error.message})`,
        trace,
        order: null,
      }
    case 'place':
      return wouldPlace(`Would place: ${describeOrder(considered.order, market)}`, { ...considered.order })
    case 'amend': {
      const { changes: stops } = considered.amend
      return wouldPlace(`Would change: ${describeAmend(considered.amend, market)}`, { stops })
    }
    case 'close': {
      const { positions, workingOrders, epic: close } = considered.close
      const dealIds = [...positions, ...workingOrders].map(({ dealId }) => dealId)
      return wouldPlace(`Would place: ${describeClose(considered.close, market)}`, { close, dealIds })
    }
  }
}
