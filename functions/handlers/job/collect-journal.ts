import type { Context } from 'aws-lambda'
import * as z from 'zod/mini'
import { Mode } from '../../../shared/accounts/user.ts'
import { systemClock, systemRandom } from '../../aws/system.ts'
import { notifyUsers } from '../../live/notify-users.ts'
import { collectAccount } from '../../journal/collect-account.ts'

const Account = z.object({ userId: z.string(), mode: Mode, accountId: z.string() })

/** Kept for the request under way and the writes, in milliseconds. */
const reserve = 60_000

/** Reads the history of one account and derives its journal again. */
export const handler = (event: unknown, context: Context) =>
  collectAccount(
    Account.parse(event),
    systemRandom.id(),
    systemClock.now() + context.getRemainingTimeInMillis() - reserve,
    notifyUsers,
  )
