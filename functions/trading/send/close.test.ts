import { expect, it } from 'vitest'
import { message } from '../../../infra/dev/simulation/engine.ts'
import { tradingWorld } from '../../../infra/dev/simulation/trading-world.ts'
import { aPosition, anAccount, epic } from '../../../infra/dev/testing/trading-values.ts'
import { executeAlert } from '../execute.ts'
import { BrokerError } from '../ports/broker.ts'
import { limits } from '../ports/limits.ts'

it('an exit reports the remaining size if a position was partly closed before its close was refused', async () => {
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
    sentence: `Rejected by IG: 1 of 1 deal on NASDAQ:AAPL could not be closed: D1 (BUY 23.14, 13.88 still open): the market is closed`,
  })
})

const strategyLoss = { lossToday: { amount: 50, unit: 'MONEY' as const } }
const reasonOf = (outcome: { readonly sentence: string } | null | undefined) => outcome?.sentence

it('after an exit, the confirmed loss counts at once, so that a strategy at its limit does not enter again', async () => {
  const world = tradingWorld((held) => ({
    confirm: async (_login, dealReference) => ({
      kind: 'accepted',
      dealId: held[0]?.dealId ?? 'D1',
      level: null,
      size: null,
      effect: dealReference.startsWith('SP-') ? 'opened' : 'closed',
      affectedDealIds: [],
      profit: { amount: -92, currency: 'GBP' },
    }),
  }))
  world.rules(strategyLoss)
  const send = (action: string) => world.send({ action, strategy: 'orb' })
  expect(await send('BUY')).toMatchObject({ outcome: 'PLACED' })
  expect(await send('CLOSE')).toMatchObject({ outcome: 'PLACED' })
  expect(reasonOf(await send('BUY'))).toBe(
    'Refused: loss limits — orb is down about 92.00 GBP today (−92.00 GBP not booked yet); its limit is 50.00 GBP',
  )
})

it('after an exit, the loss is estimated from the position’s last quote if no confirm reports it', async () => {
  const world = tradingWorld()
  world.rules(strategyLoss)
  const quoted = aPosition({
    epic,
    strategy: 'orb',
    level: '100',
    bid: '90',
    contractSize: '1',
    currency: 'GBP',
  })
  expect(await world.send({ action: 'BUY', strategy: 'orb' })).toMatchObject({ outcome: 'PLACED' })
  world.held.splice(0, 1, { ...quoted, dealId: world.held[0]?.dealId ?? '', size: '6' })
  expect(await world.send({ action: 'CLOSE', strategy: 'orb' })).toMatchObject({ outcome: 'PLACED' })
  expect(reasonOf(await world.send({ action: 'BUY', strategy: 'orb' }))).toContain(
    'orb is down about 60.00 GBP today (−60.00 GBP not booked yet)',
  )
})

it('an exit closes a deal that appeared after its decision only once, even if two of its runs find the deal at the same time', async () => {
  let isBusy = true
  const sent: string[] = []
  const world = tradingWorld((held) => ({
    closePosition: async (_login, { dealId }) => {
      if (isBusy) return { kind: 'refused', code: 'x', message: 'busy', mayPassLater: true }
      sent.push(dealId)
      held.length = 0
      return { kind: 'received', dealReference: `C${dealId}` }
    },
  }))
  world.held.push(aPosition({ epic, dealId: 'D1' }))
  const alertId = await world.accept({ action: 'CLOSE', price: undefined, atr: undefined })
  expect(await executeAlert(world.ports, message(alertId))).toBe('later')
  // The stop of D1 was hit, and an order that no list had shown has filled as D2.
  isBusy = false
  world.held.splice(0, 1, aPosition({ epic, dealId: 'D2' }))
  const run = () => executeAlert(world.ports, message(alertId))
  const results = await Promise.all([run(), run()])
  expect(sent).toEqual(['D2'])
  expect(results).toEqual(['done', 'later'])
})

it('an exit does not repeat a close that another run is sending, even if an earlier run then writes the claim late', async () => {
  let isBusy = true
  let other: Promise<unknown> | undefined
  const sent: string[] = []
  const onItsWay = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const world = tradingWorld((held) => ({
    readAccount: async () => {
      if (!isBusy && !other) {
        other = executeAlert(world.ports, message(alertId))
        await onItsWay.promise
        world.clock.pass(limits.closeRun)
        throw new BrokerError('unreachable', 'IG did not answer')
      }
      return anAccount({ positions: [...held], readAt: world.clock.now() })
    },
    closePosition: async (_login, { dealId }) => {
      if (isBusy) return { kind: 'refused', code: 'x', message: 'busy', mayPassLater: true }
      sent.push(dealId)
      onItsWay.resolve()
      await answer.promise
      held.length = 0
      return { kind: 'received', dealReference: `C${dealId}` }
    },
  }))
  world.held.push(aPosition({ epic, dealId: 'D1' }))
  const alertId = await world.accept({ action: 'CLOSE', price: undefined, atr: undefined })
  const run = () => executeAlert(world.ports, message(alertId))
  expect(await run()).toBe('later')
  isBusy = false
  const late = await run()
  const next = run()
  await Promise.race([next, new Promise((resolve) => setImmediate(resolve))])
  answer.resolve()
  expect([late, await next]).toEqual(['soon', 'done'])
  await other
  expect(sent).toEqual(['D1'])
})
