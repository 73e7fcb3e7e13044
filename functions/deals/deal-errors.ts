import { VisibleError } from '../../shared/platform/error.schema.ts'
import { capitalised } from '../../shared/platform/words.ts'
import type { Unsent } from '../trading/look-up/confirm.ts'

export const nothingSent = 'Nothing was sent to IG'

const gone = {
  POSITION_NOT_FOUND: 'This position is no longer open at IG',
  ORDER_NOT_FOUND: 'This order is no longer at IG',
} as const

export const positionGone = () => new VisibleError('NOT_FOUND', gone.POSITION_NOT_FOUND)

/** @param reason the broker's code for the reason */
export const refused = (reason: string, message: string) =>
  reason in gone
    ? new VisibleError('NOT_FOUND', gone[reason as keyof typeof gone], { reason })
    : new VisibleError('BROKER_REFUSED', `IG refused: ${message}`, { reason })

export const notSent = ({ message, isAllowance, code }: Unsent) =>
  new VisibleError('BROKER_UNAVAILABLE', `${capitalised(message)}. ${nothingSent}`, {
    reason: isAllowance ? 'allowance' : code,
    code,
  })

export const sessionEnded = () =>
  new VisibleError('BROKER_UNAVAILABLE', `IG ended the session. ${nothingSent}. Try again`)
