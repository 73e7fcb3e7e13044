import { notifications } from '../../../../shared/contract/notifications.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { rotateSigningSecret } from '../../../notifications/connect-channel.ts'

export const handler = endpoint(
  notifications,
  'rotateSigningSecret',
  async ({ caller: { userId } }) => {
    const secret = await rotateSigningSecret(userId, Date.now())
    if (secret === null) throw new VisibleError('NOT_FOUND', 'You have no webhook connected')
    await logAuthentication(userId, 'Webhook signing secret rotated')
    return { secret }
  },
  findProvableCaller,
)
