import { administration } from '../../../../shared/contract/administration.ts'
import { changeAppSettings } from '../../../accounts/admin-registry.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'

export const handler = endpoint(
  administration,
  'updateAppSettings',
  async ({ request, caller }) => {
    const { allowUserRegistration, allowMultipleAdmins } = await changeAppSettings(caller.userId, request)
    await logAuthentication(caller.userId, 'App settings changed', {
      kind: 'note',
      facts: { allowUserRegistration, allowMultipleAdmins },
    })
    return { allowUserRegistration, allowMultipleAdmins }
  },
  findProvableCaller,
)
