import { env } from '../../shared/platform/env.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'

/** Whether LIVE trading and administration require a second factor on this site. */
export const isFactorRequired = () => process.env[env.requireSecondFactor] === 'yes'

export const factorRequired = (message: string) => new VisibleError('SECOND_FACTOR_REQUIRED', message)
