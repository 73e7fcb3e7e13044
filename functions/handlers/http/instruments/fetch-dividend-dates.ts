import { instruments } from '../../../../shared/contract/instruments.ts'
import { env } from '../../../../shared/platform/env.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { startJob } from '../../../aws/start-job.ts'
import { logForUser } from '../../../logs/user-log.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'

/** Starts the fetch in the background. Its progress and its result are in the log. */
export const handler = endpoint(
  instruments,
  'fetchDividendDates',
  async ({ caller: { userId } }) => {
    await admitTry(throttles.dividends, userId, Date.now())
    await startJob(env.dividendFunctionName, { askedBy: userId })
    await logForUser(userId, { type: 'UNSPECIFIED', message: 'Dividend dates are being fetched' })
    return {
      message: 'Dividend dates are being fetched in the background. Please check back in a few minutes.',
    }
  },
  findCaller,
)
