import { Big, plain } from '../../../shared/trading/model/decimal.ts'
import { madeByQuote, type RecentClose } from '../../../shared/trading/model/recent-close.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import type { Claim, Ledger } from '../ports/ledger.ts'
import { ownerOf } from './owners.ts'
import { sendsSince } from './deal-changes.ts'

const memory = { milliseconds: 3 * 3_600_000, most: 50 } as const

/** The closes of the last three hours, at most 50. */
export const stillRecent = (closes: readonly RecentClose[], now: Instant): readonly RecentClose[] =>
  closes.filter(({ at }) => now - at < memory.milliseconds).slice(-memory.most)

/** Stores the realised profit of an exit. Limits use it until the broker's history shows the close. */
export const withRecentCloses = (
  ledger: Ledger,
  claim: Claim,
  { dealIds = [], profits = {} }: Pick<AlertOutcome, 'dealIds' | 'profits'>,
  now: Instant,
): Pick<Ledger, 'recentCloses'> => {
  const { intent } = claim
  if (intent.kind !== 'close') return {}
  const { positions, rests = {} } = intent
  const owner = ownerOf(ledger)
  const closes = positions
    .filter(({ dealId }) => dealIds.includes(dealId))
    .map((position): RecentClose => {
      const { dealId, epic, size } = position
      const rest = rests[dealId]
      return {
        dealId,
        epic,
        strategy: position.strategy ?? owner(position) ?? null,
        since: sendsSince(claim),
        at: now,
        isWhole: rest === undefined,
        made: profits[dealId] ?? madeByQuote(position, plain(new Big(size).minus(rest ?? 0))),
      }
    })
  return closes.length > 0 ? { recentCloses: [...(ledger.recentCloses ?? []), ...closes] } : {}
}
