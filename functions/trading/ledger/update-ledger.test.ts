import { expect, it } from 'vitest'
import { acceptAlert } from '../accept/accept.ts'
import type { Claim, Closing, Ledger } from '../ports/ledger.ts'
import { emptyLedger } from './ledger.ts'
import { accountKeyOf, replaceIntents } from './update-ledger.ts'
import { calmWorld } from '../../../infra/dev/simulation/engine.ts'

it('if two runs find the order that an exit waited for, only one of them continues the exit', async () => {
  const { ports, tables, body } = calmWorld()
  const { alertId } = (await acceptAlert(ports, body())) as { alertId: string }
  const alert = tables.alerts.get(alertId)
  if (!alert) throw new Error('The alert was not accepted')
  const waits: Closing = { kind: 'close', positions: [], workingOrders: [], awaits: ['SP-ORDER'] }
  const claim = { alertId, claimedAt: 1_000, intent: waits } as Claim
  const read = { ...emptyLedger, version: 1, claims: [claim] }
  await ports.store.saveLedger(accountKeyOf(alert), read)

  const found: Closing = { ...waits, awaits: [], retry: ['order DIAAAAABCD00001'] }
  const replace = (ledger: Ledger, of: Claim, intent: Closing) =>
    replaceIntents(ports, accountKeyOf(alert), ledger, [{ claim: of, intent }])
  const first = await replace(read, claim, found)
  const own = first.claims.get(alertId)
  expect(own?.intent).toEqual(found)
  const taken = await replace(first.ledger, own as Claim, { ...found, retry: [] })
  expect(taken.claims.get(alertId)?.intent).toEqual({ ...found, retry: [] })
  // The second run still has the claim that it read before the first run changed it.
  expect((await replace(read, claim, found)).claims.size).toBe(0)
  expect((await ports.store.getLedger(accountKeyOf(alert))).claims[0]?.intent).toEqual({
    ...found,
    retry: [],
  })
})
