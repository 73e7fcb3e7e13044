import { igBroker } from '../../../functions/broker/ig/broker.ts'
import type { Clock } from '../../../functions/trading/ports/ports.ts'
import { env } from '../../../shared/platform/env.ts'
import { PaperUnderTest } from '../paper-ig/testing/paper-under-test.ts'
import { allowanceStoreInMemory } from './allowance-store-in-memory.ts'
import { sessionStoreInMemory } from './session-store-in-memory.ts'

/** Starts paper IG, which simulates IG, and an IG client that calls it. Both use the same clock. */
export const startIgOverPaper = async (accountId = 'PAPER-DEMO-CFD') => {
  const paper = await PaperUnderTest.start()
  process.env[env.igDemoUrl] = paper.ig.url('DEMO')
  const clock: Clock = {
    now: paper.clock.now,
    sleep: async (milliseconds) => paper.clock.pass(milliseconds),
  }
  const broker = igBroker({
    credentials: async () => ({
      apiKey: 'paper-key-demo',
      username: 'paper-demo',
      password: 'paper',
      accountId,
    }),
    clock,
    sessions: sessionStoreInMemory(),
    allowance: allowanceStoreInMemory({ other: 30, otherPerKey: 60, trading: 100 }),
    sessionKeys: () => Promise.resolve({ inUse: Buffer.alloc(32, 7), accepted: [Buffer.alloc(32, 7)] }),
  })
  return { paper, clock, broker }
}
