import { startFauxqs } from 'fauxqs'
import { env } from '../../../shared/platform/env.ts'

/** Starts an embedded S3 with the bucket for downloads, and sets the environment variables for it. */
export const startEmbeddedS3 = async () => {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  const endpoint = `http://127.0.0.1:${server.port}`
  process.env.AWS_ENDPOINT_URL_S3 = endpoint
  process.env.AWS_REGION = 'eu-west-2'
  process.env.AWS_ACCESS_KEY_ID = 'local'
  process.env.AWS_SECRET_ACCESS_KEY = 'local'
  process.env[env.downloadsBucket] = 'downloads'
  server.createBucket('downloads')
  return { endpoint, stop: () => server.stop() }
}
