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

/** Reads a list of deals. For each deal, it returns the act that deletes or closes it. */
type DealList = {
  readonly choice: keyof Choices
  readonly name: string
  readonly read: (inSight: InSight) => Promise<readonly (Act & { readonly dealId: string })[]>
}

type InSight = Pick<BrokerAccount, 'mode' | 'accountId'>

const all = { offset: 0, limit: pageLimits.max }

/** The orders come before the positions, because an order that is filled becomes a position. */
const dealLists: readonly DealList[] = [
  {
    choice: 'orders',
    name: 'Read your orders',
    read: async (inSight) => {
      const { results } = await call('listOrders', all)
      return results.map(({ dealId, ...order }) => ({
        dealId,
        name: `Delete ${order.direction} ${formatNumber(order.size)} ${marketOf(order)}`,
        run: async () => {
          const { message } = await call('deleteOrder', { dealId, ...inSight })
          return { state: 'done', message }
        },
      }))
    },
  },
  {
    choice: 'positions',
    name: 'Read your positions',
    read: async (inSight) => {
      const { results } = await call('listPositions', all)
      return results.map(({ dealId, ...position }) => ({
        dealId,
        name: `Close ${position.direction} ${formatNumber(position.size)} ${marketOf(position)}`,
        run: async () => {
          const { status, message } = await call('closePosition', { dealId, ...inSight })
          return { state: status === 'PARTIALLY_CLOSED' ? 'failed' : 'done', message }
        },
      }))
    },
  },
]

const pauseTrading: Act = {
  name: 'Pause trading',
  run: async () => {
    await call('setTradingPause', { paused: true })
    return { state: 'done' }
  },
}

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
  const actsOf = async ({ name, read }: DealList): Promise<readonly Act[]> => {
    try {
      const acts = (await read({ mode, accountId })).filter(({ dealId }) => !tried.has(dealId))
      for (const { dealId } of acts) tried.add(dealId)
      return acts
    } catch (error) {
      isUnread = true
      return [{ name, run: () => Promise.reject(error as Error) }]
    }
  }

  if (choices.pause) await runAll([pauseTrading])
  for (let round = 0; round < rounds; round += 1) {
    let found = 0
    for (const list of dealLists.filter(({ choice }) => choices[choice]))
      found += await runAll(await actsOf(list))
    if (found === 0 || isUnread) break
  }
  return steps
}

/** A deal that no longer exists counts as done. */
const failed = (error: unknown): Pick<Step, 'state' | 'message'> => ({
  state: error instanceof ApiError && error.code === 'NOT_FOUND' ? 'done' : 'failed',
  message: messageOf(error),
})
