import { administration } from '../../../../shared/contract/administration.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { getAdminRegistry } from '../../../accounts/user-store.ts'

/** For the login page and for monitors. Reads one item, so that a response shows that the data can be read. */
export const handler = endpoint(administration, 'getHealth', async () => {
  await getAdminRegistry()
  return { up: true as const }
})
