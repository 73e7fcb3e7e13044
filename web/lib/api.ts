import type { EndpointName, RequestOf } from '../../shared/contract/index.ts'
import type * as Client from './client.ts'

export { ApiError } from './api-error.ts'

/** The HTTP client comes with the first call, or a little before: the login screen does not wait for it. */
export const loadClient = () => import('./client.ts')

/** @see Client.call */
export const call: typeof Client.call = async <Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
) => (await loadClient()).call(name, request)

/** @see Client.upload */
export const upload: typeof Client.upload = async (...all) => (await loadClient()).upload(...all)

/** @see Client.download */
export const download: typeof Client.download = async (...all) => (await loadClient()).download(...all)
