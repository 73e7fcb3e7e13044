import type { Instant } from '../../shared/platform/units.ts'
import type { LimitPorts } from './watch/limit-ports.ts'
import { watchLimits } from './watch/watch-limits.ts'
import { runInParallel } from './send/run-in-parallel.ts'
import { applyTimedRules } from './timed-rules.ts'

/** Number of users who are visited in parallel. A visit spends most of its time waiting for the broker. */
const visitLanes = 48
/** Maximum milliseconds between two visits of a user with timed rules or limits. */
export const visitPromise = 120_000

/** @property late milliseconds that the round took, if it took longer than `visitPromise`; otherwise null */
export type Visited = { readonly users: number; readonly reached: number; readonly late: number | null }

/**
 * Applies the timed rules of all users and checks their limits, once a minute. If the previous run did not reach all
 * users, this run starts with the next user.
 * @param deadline no visit is started after this time
 */
export const visitUsers = async (
  ports: LimitPorts,
  deadline: Instant,
  onError: (userId: string, error: unknown) => void,
): Promise<Visited> => {
  const { clock, store } = ports
  const start = clock.now()
  const users = (await store.listTimedUsers()).toSorted()
  // With few users, one run starts all visits at once, so there is no unfinished round to read.
  const round = users.length > visitLanes ? await store.getVisitRound() : null
  const from = Math.max(0, round ? users.findIndex((userId) => userId > round.after) : 0)
  const inTurn = [...users.slice(from), ...users.slice(0, from)]
  let reached = 0
  let wrappedAt: Instant | null = null
  await runInParallel(inTurn, visitLanes, async (userId, index) => {
    if (clock.now() > deadline) return
    reached += 1
    if (from > 0 && index === users.length - from) wrappedAt = clock.now()
    await visitUser(ports, userId, onError)
  })
  const isWhole = reached === users.length
  const took = (wrappedAt ?? clock.now()) - (round?.began ?? start)
  if (isWhole && round) await store.saveVisitRound(null)
  if (!isWhole) {
    const after = inTurn[reached - 1] ?? round?.after ?? ''
    await store.saveVisitRound({ after, began: wrappedAt ?? round?.began ?? start })
  }
  return { users: users.length, reached, late: took > visitPromise ? took : null }
}

/** Visits a user in each mode. If one mode or one kind of rule fails, the others are still processed. */
const visitUser = async (
  ports: LimitPorts,
  userId: string,
  onError: (userId: string, error: unknown) => void,
) => {
  const fail = (error: unknown) => onError(userId, error)
  for (const user of (await ports.store.getTimedAccounts(userId).catch(fail)) ?? []) {
    await applyTimedRules(ports, user).catch(fail)
    await watchLimits(ports, user).catch(fail)
  }
}
