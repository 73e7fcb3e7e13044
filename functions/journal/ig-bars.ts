import { barLengths, type BarWindow } from '../../shared/journal/price-bars.schema.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { describeError, log } from '../aws/log.ts'
import { forCaller } from '../deals/for-caller.ts'
import type { AccountBroker } from '../broker/port.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import type { JournalKey } from './journal-store.ts'
import { type BarBudget, reserveBars } from './bars-store.ts'

/** Milliseconds that are added at both ends of a window, in case the clocks changed between the window and now. */
const widestOffset = 3_600_000

/** `spent` means that the week’s budget is used up, and `failed` that IG sent no prices. */
type NoBars = 'spent' | 'failed'

/** Reads IG’s bars for a window, within one of the account’s weekly budgets. Some bars may be outside the window. */
export const readIgBars = async <Bar>(
  { userId, mode, accountId, budget = 'charts' }: JournalKey & { readonly budget?: BarBudget },
  { epic, length, from, to }: BarWindow & { readonly epic: string },
  now: Instant,
  read: (broker: AccountBroker, login: BrokerLogin, window: BarWindow) => Promise<readonly Bar[]>,
): Promise<readonly Bar[] | NoBars> => {
  const window = { length, from: from - widestOffset, to: Math.min(to + widestOffset, now) }
  const points = Math.ceil((window.to - window.from) / barLengths[length])
  if (!(await reserveBars({ userId, mode, accountId }, budget, points, now))) return 'spent'
  try {
    return await forCaller(userId, 'background', ({ broker }, login) => read(broker, login, window), {
      inSight: { accountId },
      mode,
    })
  } catch (error) {
    log('warn', 'prices of a trade could not be read', { epic, error: describeError(error) })
    return 'failed'
  }
}
