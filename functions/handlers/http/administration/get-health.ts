import { administration } from '../../../../shared/contract/administration.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { getAdminRegistry } from '../../../accounts/user-store.ts'

/** Used by the login page and by monitors. Reads one item, so that a response shows that the database is readable. */
export const handler = endpoint(administration, 'getHealth', async () => {
  await getAdminRegistry()
  return { up: true as const }
})
