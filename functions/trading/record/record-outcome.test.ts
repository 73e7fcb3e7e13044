import { toldOutcome } from '../../../infra/dev/testing/told-outcome.ts'
import { expect, it } from 'vitest'
import { calmWorld } from '../../../infra/dev/simulation/engine.ts'
import { anInstrument, aPosition, anAccount, aSnapshot } from '../../../infra/dev/testing/trading-values.ts'
import { acceptAlert } from '../accept/accept.ts'
import { instrumentName } from '../decide/instrument-name.ts'
import { executeAlert } from '../execute.ts'
import { emptyLedger } from '../ledger/ledger.ts'
import { recordOutcome } from './record-outcome.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import { whatFollows } from './what-follows.ts'

it('the outcome of a reversal lists the deals that its first part closed and the orders that it deleted', async () => {
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

it('the sentence, log entry and notification of a placed order contain the broker’s name for the instrument', async () => {
  const { ports, body, tables, notifications } = calmWorld()
  await acceptAlert(ports, body())
  const [accepted] = [...tables.alerts.values()] as [AlertRecord]
  const { alertId, userId } = accepted
  await executeAlert(ports, { alertId, userId, mode: 'DEMO' })
  const name = 'Apple Inc (All Sessions)'
  const alert = tables.alerts.get(alertId) as AlertRecord
  const outcome = alert.outcome as AlertOutcome
  expect(toldOutcome(outcome)?.sentence).toContain(`Placed: Buy 0.43 ${name} at `)
  expect(whatFollows(alert, outcome, 0).entry.extra).toMatchObject({ name, alert: { market: 'NASDAQ:AAPL' } })
  expect(notifications).toMatchObject([{ data: { market: 'NASDAQ:AAPL', name } }])
})

it('the outcome of an exit contains the instrument’s name from the position that was closed', async () => {
  const { igEpic } = anInstrument()
  const position = aPosition({ epic: igEpic, name: 'Apple Inc (Daily)' })
  const snapshot = aSnapshot({ market: undefined, account: anAccount({ positions: [position] }) })
  expect(instrumentName(snapshot)).toBe('Apple Inc (Daily)')
  expect(instrumentName({ ...snapshot, account: anAccount({ positions: [] }) })).toBeUndefined()
})
