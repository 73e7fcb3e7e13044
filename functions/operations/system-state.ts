import type { SystemState } from '../../shared/system.ts'
import type { Mode } from '../../shared/user.ts'
import { env } from '../../shared/env.ts'
import { listAllUsers } from '../accounts/user-store.ts'
import { listOldestOpenAlerts } from '../live/alert-store.ts'
import { readTallies } from '../broker/ig/budget-store.ts'
import { getAllSettings } from '../settings/settings-store.ts'
import { readAlarms } from './alarms.ts'
import { getCanary } from './canary-store.ts'

/** Beyond so many the page counts no further: then it is no longer one account that blocks. */
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
  const who = (userId: string, mode: Mode) => ({ userId, email: emails.get(userId) ?? null, mode })
  const secondsSince = (at: number) => Math.max(0, Math.round((now - at) / 1_000))

  const accounts = new Map<string, { userId: string; mode: Mode; open: number; oldestAt: number }>()
  for (const { userId, mode, acceptedAt } of open) {
    const name = `${userId} ${mode}`
    const known = accounts.get(name) ?? { userId, mode, open: 0, oldestAt: acceptedAt }
    accounts.set(name, { ...known, open: known.open + 1, oldestAt: Math.min(known.oldestAt, acceptedAt) })
  }
  const logins = settings.flatMap(({ userId, credentials }) =>
    (['DEMO', 'LIVE'] as const).flatMap((mode) => {
      const { accountId } = credentials[mode]
      return accountId ? [{ userId, mode, accountId }] : []
    }),
  )
  const tallies = await readTallies(logins, now)
  return {
    version: process.env[env.version] ?? 'unknown',
    alerts: {
      open: open.length,
      oldest: secondsSince(Math.min(now, ...open.map(({ acceptedAt }) => acceptedAt))),
      accounts: [...accounts.values()]
        .toSorted((one, other) => one.oldestAt - other.oldestAt)
        .map(({ userId, mode, open, oldestAt }) => ({
          ...who(userId, mode),
          open,
          oldest: secondsSince(oldestAt),
        })),
    },
    alarms,
    canary: canary && {
      at: new Date(canary.at).toISOString(),
      isWell: canary.isWell,
      took: canary.milliseconds,
      problem: canary.problem,
      certificateEnds: instant(canary.certificateEnds),
    },
    allowances: logins.flatMap(({ userId, mode, accountId }, index) => {
      const tally = tallies[index]
      return tally && (tally.thisMinute > 0 || tally.minuteBefore > 0 || tally.closedUntil > now)
        ? [
            {
              ...who(userId, mode),
              accountId,
              thisMinute: tally.thisMinute,
              minuteBefore: tally.minuteBefore,
              closedUntil: tally.closedUntil > now ? instant(tally.closedUntil) : null,
              closedCode: tally.closedUntil > now ? tally.closedCode : null,
            },
          ]
        : []
    }),
    paused: settings.flatMap(({ userId, mode, tradingPause }) =>
      tradingPause?.by === 'OPERATOR'
        ? [{ ...who(userId, mode), since: tradingPause.at, reason: tradingPause.reason }]
        : [],
    ),
  }
}
