import { administration } from '../../../../shared/contract/administration.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { getAdminRegistry } from '../../../accounts/user-store.ts'

/** For the login page and for monitors. It reads one item, so that an answer says that the data can be read, too. */
export const handler = endpoint(administration, 'getHealth', async () => {
  await getAdminRegistry()
  return { up: true as const }
})
