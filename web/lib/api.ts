import type { EndpointName, RequestOf } from '../../shared/contract/index.ts'
import type * as Client from './client.ts'
import type * as Files from './files.ts'

export { ApiError } from './api-error.ts'

/** Loads the HTTP client shortly before the first call, so that the login screen does not wait for it. */
export const loadClient = () => import('./client.ts')

/** @see Client.call */
export const call: typeof Client.call = async <Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
) => (await loadClient()).call(name, request)

/** @see Files.upload */
export const upload: typeof Files.upload = async (...all) => (await import('./files.ts')).upload(...all)

/** @see Files.download */
export const download: typeof Files.download = async (...all) => (await import('./files.ts')).download(...all)
