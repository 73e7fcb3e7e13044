import { administration } from '../../../../shared/contract/administration.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { getAdminRegistry } from '../../../accounts/user-store.ts'

export const handler = endpoint(
  administration,
  'getAppSettings',
  async () => {
    const { allowUserRegistration, allowMultipleAdmins } = await getAdminRegistry()
    return { allowUserRegistration, allowMultipleAdmins }
  },
  findCaller,
)
