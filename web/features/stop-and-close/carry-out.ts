import { pageLimits } from '../../../shared/platform/page-limits.ts'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { messageOf } from '../../lib/failures.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'
import { marketOf } from '../../lib/market-of.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'

export type Choices = { readonly pause: boolean; readonly orders: boolean; readonly positions: boolean }

/** A step, such as closing one position, and its result. */
export type Step = {
  readonly name: string
  readonly state: 'waits' | 'runs' | 'done' | 'failed'
  /** The message from IG or Signalpost. */
  readonly message?: string
}

type Act = { readonly name: string; readonly run: () => Promise<Pick<Step, 'state' | 'message'>> }

/**
 * The maximum number of times that the lists are read. If an order is filled after a read, its position is in the next
 * list.
 */
const rounds = 3

/**
 * Pauses trading, then deletes each order, then closes each position, one after the other. A failed step does not stop
 * the others. The lists are then read again to find new deals.
 * @param report called with all steps whenever one of them changes
 */
export const carryOut = async (
  { mode, accountId }: BrokerAccount,
  choices: Choices,
  report: (steps: readonly Step[]) => void,
): Promise<readonly Step[]> => {
  const steps: Step[] = []
  const inSight = { mode, accountId }
  const tried = new Set<string>()

  const runAll = async (acts: readonly Act[]) => {
    const first = steps.length
    steps.push(...acts.map(({ name }) => ({ name, state: 'waits' as const })))
    for (const [index, { name, run }] of acts.entries()) {
      const become = (step: Pick<Step, 'state' | 'message'>) => {
        steps[first + index] = { name, ...step }
        report([...steps])
      }
      become({ state: 'runs' })
      become(await run().catch(failed))
    }
    return acts.length
  }
  let isUnread = false
  /**
   * Returns a step for each deal in the list that has not been tried yet. If the list cannot be read, it returns one
   * step, which fails.
   */
  const actsOf = async <Deal extends { readonly dealId: string }>(
    name: string,
    read: () => Promise<{ readonly results: readonly Deal[] }>,
    actOf: (deal: Deal) => Act,
  ): Promise<Act[]> => {
    try {
      const deals = (await read()).results.filter(({ dealId }) => !tried.has(dealId))
      for (const { dealId } of deals) tried.add(dealId)
      return deals.map(actOf)
    } catch (error) {
      isUnread = true
      return [{ name, run: () => Promise.reject(error as Error) }]
    }
  }
  const all = { offset: 0, limit: pageLimits.max }

  if (choices.pause)
    await runAll([
      {
        name: 'Pause trading',
        run: async () => {
          await call('setTradingPause', { paused: true })
          return { state: 'done' }
        },
      },
    ])
  for (let round = 0; round < rounds; round += 1) {
    let found = 0
    if (choices.orders)
      found += await runAll(
        await actsOf(
          'Read your orders',
          () => call('listOrders', all),
          (order) => ({
            name: `Delete ${order.direction} ${formatNumber(order.size)} ${marketOf(order)}`,
            run: async () => {
              const { message } = await call('deleteOrder', { dealId: order.dealId, ...inSight })
              return { state: 'done', message }
            },
          }),
        ),
      )
    if (choices.positions)
      found += await runAll(
        await actsOf(
          'Read your positions',
          () => call('listPositions', all),
          (position) => ({
            name: `Close ${position.direction} ${formatNumber(position.size)} ${marketOf(position)}`,
            run: async () => {
              const { status, message } = await call('closePosition', { dealId: position.dealId, ...inSight })
              return { state: status === 'PARTIALLY_CLOSED' ? 'failed' : 'done', message }
            },
          }),
        ),
      )
    if (found === 0 || isUnread) break
  }
  return steps
}

/** A deal that no longer exists counts as done. */
const failed = (error: unknown): Pick<Step, 'state' | 'message'> => ({
  state: error instanceof ApiError && error.code === 'NOT_FOUND' ? 'done' : 'failed',
  message: messageOf(error),
})
