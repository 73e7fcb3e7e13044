import { startFauxqs } from 'fauxqs'
import { env } from '../../../shared/platform/env.ts'
import { localEnvironment } from '../local/template.ts'

/** Starts an embedded S3 with the bucket for downloads, and sets the environment variables for it. */
export const startEmbeddedS3 = async () => {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  const endpoint = `http://127.0.0.1:${server.port}`
  Object.assign(process.env, localEnvironment, {
    AWS_ENDPOINT_URL_S3: endpoint,
    [env.downloadsBucket]: 'downloads',
  })
  server.createBucket('downloads')
  return { endpoint, stop: () => server.stop() }
}
