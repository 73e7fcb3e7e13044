import { changeAppSettings } from '../lib/admins.ts'
import { logAuthentication } from '../lib/auth-log.ts'
import { endpoint } from '../lib/endpoint.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'updateAppSettings',
  async ({ request, caller }) => {
    const { allowUserRegistration, allowMultipleAdmins } = await changeAppSettings(caller.userId, request)
    await logAuthentication(caller.userId, 'App settings changed', {
      allowUserRegistration,
      allowMultipleAdmins,
    })
    return { allowUserRegistration, allowMultipleAdmins }
  },
  findCaller,
)
