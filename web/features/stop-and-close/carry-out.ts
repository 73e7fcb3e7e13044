import { pageLimits } from '../../../shared/platform/page-limits.ts'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { messageOf } from '../../lib/failures.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'
import { marketOf } from '../../lib/market-of.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'

export type Choices = { readonly pause: boolean; readonly orders: boolean; readonly positions: boolean }

/** One act, in words, and what became of it. */
export type Step = {
  readonly name: string
  readonly state: 'waits' | 'runs' | 'done' | 'failed'
  /** What IG or Signalpost said of it. */
  readonly message?: string
}

type Act = { readonly name: string; readonly run: () => Promise<Pick<Step, 'state' | 'message'>> }

/** Orders that are filled meanwhile are positions afterwards: the lists are read again this often. */
const rounds = 3

/**
 * Pauses, then deletes each order, then closes each position, one after the other; an act that fails stops none of the
 * others. Then the lists are read again for what is new in them.
 * @param report called with all steps so far whenever one changes
 */
export const carryOut = async (
  { mode, accountId }: BrokerAccount,
  choices: Choices,
  report: (steps: readonly Step[]) => void,
): Promise<readonly Step[]> => {
  const steps: Step[] = []
  const inSight = { mode, accountId }
  const tried = new Set<string>()

  /** @returns how many there were */
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
  /** What a list has that was not tried yet; a list that cannot be read is a failed step. */
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

/** What is no longer there needs no closing. */
const failed = (error: unknown): Pick<Step, 'state' | 'message'> => ({
  state: error instanceof ApiError && error.code === 'NOT_FOUND' ? 'done' : 'failed',
  message: messageOf(error),
})
