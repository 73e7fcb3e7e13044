import { expect, it } from 'vitest'
import { tradingWorld } from '../../../infra/dev/simulation/trading-world.ts'
import { aPosition, anAccount, epic } from '../../../infra/dev/testing/trading-values.ts'

it('says what is left of a position that was closed in part before its close was refused', async () => {
  let sends = 0
  const world = tradingWorld((held) => ({
    readAccount: async () =>
      anAccount({
        positions: [{ ...(held[0] ?? aPosition()), size: sends === 0 ? '23.14' : '13.88' }],
        readAt: world.clock.now(),
      }),
    closePosition: async () => ({ kind: 'received', dealReference: `C${(sends += 1)}` }),
    confirm: async (_login, reference) =>
      reference === 'C2'
        ? { kind: 'rejected', reason: 'MARKET_CLOSED', message: 'the market is closed' }
        : {
            kind: 'accepted',
            dealId: 'D1',
            level: null,
            size: '9.26',
            effect: 'partly closed',
            affectedDealIds: ['D1'],
          },
  }))
  world.held.push(aPosition({ epic, dealId: 'D1', size: '23.14' }))
  expect(await world.send({ action: 'CLOSE', price: undefined, atr: undefined })).toMatchObject({
    outcome: 'REJECTED',
    sentence: `Rejected by IG: 1 of 1 deal on ${epic} could not be closed: D1 (BUY 23.14, 13.88 still open): the market is closed`,
  })
})
