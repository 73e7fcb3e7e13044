import { env } from '../../shared/platform/env.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'

/** Whether LIVE and administration need a second factor here. */
export const isFactorRequired = () => process.env[env.requireSecondFactor] === 'yes'

export const factorRequired = (message: string) => new VisibleError('SECOND_FACTOR_REQUIRED', message)
