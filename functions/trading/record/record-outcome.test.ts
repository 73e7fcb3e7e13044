import { toldOutcome } from '../../../infra/dev/testing/told-outcome.ts'
import { expect, it } from 'vitest'
import { calmWorld } from '../../../infra/dev/simulation/engine.ts'
import { acceptAlert } from '../accept/accept.ts'
import { emptyLedger } from '../ledger/ledger.ts'
import { recordOutcome } from './record-outcome.ts'
import type { AlertRecord } from '../ports/alert-record.ts'

it('an outcome after a first leg says which deals were closed and which orders were deleted (B)', async () => {
  const { ports, body, tables } = calmWorld()
  await acceptAlert(ports, body())
  const alert = [...tables.alerts.values()][0] as AlertRecord
  const leg = { alertId: alert.alertId, at: 0, direction: 'BUY', dealIds: ['D1', 'O1'], orderIds: ['O1'] }
  const ledger = { ...emptyLedger, closedLegs: [leg] } as typeof emptyLedger
  const outcome = {
    outcome: 'REFUSED',
    ending: { kind: 'unread', needs: 'market', message: 'IG is down' },
    decidedAt: 0,
    trace: [],
  } as const
  await recordOutcome(ports, alert, outcome as never, { userIsGone: false, ledger })
  expect(toldOutcome(tables.alerts.get(alert.alertId)?.outcome)?.sentence).toBe(
    'Refused: couldn’t read the market from IG (IG is down). Signalpost doesn’t trade without it. Before that, D1 was closed and O1 was deleted. The opposite position was not opened',
  )
})
