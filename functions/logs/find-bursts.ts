import { type Burst, type BurstPart, burstGap, fewestOfBurst } from '../../shared/logs/burst.schema.ts'
import type { LogEntry } from '../../shared/logs/log.schema.ts'
import type { Outcome, StepInWords } from '../../shared/trading/model/outcome.schema.ts'

/** The facts about an alert that has ended, used to find bursts. */
export type AlertEnd = {
  readonly mode: LogEntry['mode']
  readonly outcome: Outcome
  readonly rule: string | null
  readonly because: string | null
  /** When the alert was accepted, in epoch milliseconds. */
  readonly acceptedAt: number
  readonly endedAt: number
  readonly requests: number
}

/** Returns the facts about an ended alert; null if the entry reports something else. */
export const endOfEntry = ({ mode, createdAt, extra }: LogEntry): AlertEnd | null =>
  extra?.kind === 'outcome'
    ? {
        mode,
        outcome: extra.outcome,
        rule: ruleOf(extra.trace),
        because: extra.reason ?? null,
        acceptedAt: Date.parse(extra.alert.acceptedAt),
        endedAt: Date.parse(createdAt),
        requests: extra.requests ?? 0,
      }
    : null

/**
 * Finds the bursts among one user's alerts, latest first. Only the given alerts are counted, even if a burst has more.
 */
export const findBursts = (ends: readonly AlertEnd[]): Burst[] =>
  groupsOf(ends)
    .filter(({ length }) => length >= fewestOfBurst)
    .map(burstOf)
    .toSorted((one, other) => Date.parse(other.from) - Date.parse(one.from))

/**
 * Whether the first or last two alerts of a page are so close that a burst may continue on the previous or next page.
 */
export const mayContinueBeyond = (ends: readonly AlertEnd[], edge: 'newest' | 'oldest'): boolean => {
  const [first, second] = edge === 'newest' ? ends : ends.toReversed()
  return Boolean(first && second && Math.abs(first.acceptedAt - second.acceptedAt) <= burstGap)
}

const groupsOf = (ends: readonly AlertEnd[]): [AlertEnd, ...AlertEnd[]][] => {
  const groups: [AlertEnd, ...AlertEnd[]][] = []
  const ended = ends.toSorted(
    (one, other) => one.mode.localeCompare(other.mode) || one.acceptedAt - other.acceptedAt,
  )
  for (const each of ended) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last?.mode === each.mode && each.acceptedAt - last.acceptedAt <= burstGap) group.push(each)
    else groups.push([each])
  }
  return groups
}

/** Returns the rule that refused the alert; null if no rule did. */
const ruleOf = (trace: readonly StepInWords[]): string | null => {
  const last = trace.at(-1)
  return last && !last.passed ? last.rule : null
}

const partOf = (same: readonly AlertEnd[]): BurstPart[] => {
  const [first] = same
  if (!first) return []
  const { outcome, rule } = first
  const because = same.every((other) => other.because === first.because) ? first.because : null
  return [{ outcome, rule, because, count: same.length }]
}

const rank = ({ outcome, count }: BurstPart) => (outcome === 'PLACED' ? Number.POSITIVE_INFINITY : count)

/** Combines alerts into one burst, starting with the alert that was accepted first. */
export const burstOf = (ended: readonly [AlertEnd, ...AlertEnd[]]): Burst => {
  const [first] = ended
  const last = ended.at(-1) ?? first
  const parts = Object.values(
    Object.groupBy(ended, ({ outcome, rule, because }) => `${outcome} ${rule ?? because ?? ''}`),
  )
    .flatMap((same = []) => partOf(same))
    .sort((one, other) => rank(other) - rank(one))
  return {
    mode: first.mode,
    from: new Date(first.acceptedAt).toISOString(),
    to: new Date(last.acceptedAt).toISOString(),
    alerts: ended.length,
    parts,
    milliseconds: Math.max(...ended.map(({ endedAt }) => endedAt)) - first.acceptedAt,
    requests: ended.reduce((sum, { requests }) => sum + requests, 0),
  }
}
