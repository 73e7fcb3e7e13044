import { expect, it } from 'vitest'
import { acceptAlert } from '../accept/accept.ts'
import type { Claim, Closing } from '../ports/ledger.ts'
import { emptyLedger } from './ledger.ts'
import { accountKeyOf, replaceIntent } from './update-ledger.ts'
import { calmWorld } from '../../../infra/dev/simulation/engine.ts'

it('of two runs that find what an exit waited for, one goes on with it', async () => {
  const { ports, tables, body } = calmWorld()
  const { alertId } = (await acceptAlert(ports, body())) as { alertId: string }
  const alert = tables.alerts.get(alertId)
  if (!alert) throw new Error('The alert was not accepted')
  const waits: Closing = { kind: 'close', positions: [], workingOrders: [], awaits: ['SP-ORDER'] }
  const claim = { alertId, claimedAt: 1_000, intent: waits } as Claim
  const read = { ...emptyLedger, version: 1, claims: [claim] }
  await ports.store.saveLedger(accountKeyOf(alert), read)

  const found: Closing = { ...waits, awaits: [], retry: ['order DIAAAAABCD00001'] }
  const first = await replaceIntent(ports, alert, read, claim, found)
  if (!first) throw new Error('The first run wrote nothing')
  expect(first.claim.intent).toEqual(found)
  const taken = await replaceIntent(ports, alert, first.ledger, first.claim, { ...found, retry: [] })
  expect(taken?.claim.intent).toEqual({ ...found, retry: [] })
  // The second run still holds the claim as it was before the first found anything.
  expect(await replaceIntent(ports, alert, read, claim, found)).toBeNull()
  expect((await ports.store.getLedger(accountKeyOf(alert))).claims[0]?.intent).toEqual({
    ...found,
    retry: [],
  })
})
