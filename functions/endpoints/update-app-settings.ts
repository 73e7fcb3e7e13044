import { VisibleError } from '../../shared/error.ts'
import { logAuthentication } from '../lib/auth-log.ts'
import { endpoint } from '../lib/endpoint.ts'
import { findCaller } from '../stores/sessions.ts'
import { changeRoster } from '../stores/users.ts'

export const handler = endpoint(
  'updateAppSettings',
  async ({ request, caller }) => {
    const { allowUserRegistration, allowMultipleAdmins } = await changeRoster((roster) => {
      const admins = roster.admins.length
      if (!request.allowMultipleAdmins && admins > 1)
        throw new VisibleError(
          'MULTIPLE_ADMINS_NOT_ALLOWED',
          `There are ${admins} administrators. Make all but one of them users first`,
          { admins },
        )
      return { ...roster, ...request }
    })
    await logAuthentication(caller.userId, 'App settings changed', {
      allowUserRegistration,
      allowMultipleAdmins,
    })
    return { allowUserRegistration, allowMultipleAdmins }
  },
  findCaller,
)
