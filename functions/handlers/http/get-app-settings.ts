import { endpoint } from '../../http/endpoint.ts'
import { findCaller } from '../../accounts/session-store.ts'
import { getRoster } from '../../accounts/user-store.ts'

export const handler = endpoint(
  'getAppSettings',
  async () => {
    const { allowUserRegistration, allowMultipleAdmins } = await getRoster()
    return { allowUserRegistration, allowMultipleAdmins }
  },
  findCaller,
)
