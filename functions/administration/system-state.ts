import type { SystemState } from '../../shared/administration/system.schema.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { env } from '../../shared/platform/env.ts'
import { listAllUsers } from '../accounts/user-store.ts'
import { listOldestOpenAlerts } from '../alerts/alert-store.ts'
import { readTallies } from '../broker/open-broker.ts'
import { getAllSettings } from '../settings/settings-store.ts'
import { readAlarms } from './alarms.ts'
import { getCanary } from './canary-store.ts'

/**
 * Maximum number of open alerts that the page counts. This many open alerts mean that more than one account is blocked.
 */
const mostOpen = 1_000

const instant = (at: number | null | undefined) => (at ? new Date(at).toISOString() : null)

/** @param now epoch milliseconds */
export const readSystemState = async (now: number): Promise<SystemState> => {
  const [users, open, canary, alarms] = await Promise.all([
    listAllUsers(),
    listOldestOpenAlerts(now, mostOpen),
    getCanary(),
    readAlarms(),
  ])
  const settings = await getAllSettings(users.map(({ id }) => id))
  const emails = new Map(users.map(({ id, email }) => [id, email]))
  const who: Who = (userId, mode) => ({ userId, email: emails.get(userId) ?? null, mode })
  return {
    version: process.env[env.version] ?? 'unknown',
    alerts: openAlerts(open, who, now),
    alarms,
    canary: canary && {
      at: new Date(canary.at).toISOString(),
      isWell: canary.isWell,
      took: canary.milliseconds,
      problem: canary.problem,
      certificateEnds: instant(canary.certificateEnds),
    },
    allowances: await usedAllowances(settings, who, now),
    paused: settings.flatMap(({ userId, mode, tradingPause }) =>
      tradingPause?.by === 'OPERATOR'
        ? [{ ...who(userId, mode), since: tradingPause.at, reason: tradingPause.reason }]
        : [],
    ),
  }
}

type Who = (userId: string, mode: Mode) => { userId: string; email: string | null; mode: Mode }

/** @param open open alerts, oldest first; accounts get the same order */
const openAlerts = (open: Awaited<ReturnType<typeof listOldestOpenAlerts>>, who: Who, now: number) => {
  const secondsSince = (at: number) => Math.max(0, Math.round((now - at) / 1_000))
  const accounts = Map.groupBy(open, ({ userId, mode }) => `${userId} ${mode}`)
  return {
    open: open.length,
    oldest: secondsSince(open[0]?.acceptedAt ?? now),
    accounts: [...accounts.values()].flatMap((alerts) =>
      alerts.slice(0, 1).map(({ userId, mode, acceptedAt }) => ({
        ...who(userId, mode),
        open: alerts.length,
        oldest: secondsSince(acceptedAt),
      })),
    ),
  }
}

/** Request counts of accounts that called the broker in the last minute or that the broker has blocked. */
const usedAllowances = async (
  settings: Awaited<ReturnType<typeof getAllSettings>>,
  who: Who,
  now: number,
) => {
  const logins = settings.flatMap(({ userId, credentials }) =>
    (['DEMO', 'LIVE'] as const).flatMap((mode) => {
      const { accountId } = credentials[mode]
      return accountId ? [{ userId, mode, accountId }] : []
    }),
  )
  const tallies = await readTallies(logins, now)
  return logins.flatMap(({ userId, mode, accountId }, index) => {
    const tally = tallies[index]
    if (!tally) return []
    const { lastMinute, closedUntil, closedCode } = tally
    const isClosed = closedUntil > now
    if (lastMinute === 0 && !isClosed) return []
    const stop = isClosed
      ? { closedUntil: instant(closedUntil), closedCode }
      : { closedUntil: null, closedCode: null }
    return [{ ...who(userId, mode), accountId, lastMinute, ...stop }]
  })
}
