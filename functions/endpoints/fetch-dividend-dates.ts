import { env } from '../../shared/env.ts'
import { endpoint } from '../lib/endpoint.ts'
import { startJob } from '../lib/start-job.ts'
import { logForUser } from '../lib/user-log.ts'
import { findCaller } from '../stores/sessions.ts'
import { admitTry, throttles } from '../stores/throttles.ts'

/** The fetch itself runs in the background; its progress and its result are in the log. */
export const handler = endpoint(
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
