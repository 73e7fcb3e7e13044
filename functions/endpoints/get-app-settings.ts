import { endpoint } from '../lib/endpoint.ts'
import { findCaller } from '../stores/sessions.ts'
import { getRoster } from '../stores/users.ts'

export const handler = endpoint(
  'getAppSettings',
  async () => {
    const { allowUserRegistration, allowMultipleAdmins } = await getRoster()
    return { allowUserRegistration, allowMultipleAdmins }
  },
  findCaller,
)
