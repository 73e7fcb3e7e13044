import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { close, listen } from '../../infra/dev/servers.ts'
import { env } from '../../shared/platform/env.ts'
import { StoredFiles } from './files.ts'

const asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = []
const xml = (name: string, inner: string) => `<${name}>${inner}</${name}>`
const s3 = createServer((request, response) => {
  const { method, url = '', headers } = request
  asked.push({ method, url, headers })
  request.resume().once('end', () => {
    response.setHeader('etag', '"an-etag"')
    if (method === 'PUT') return response.end()
    return response.end(
      url.includes('uploads')
        ? xml('InitiateMultipartUploadResult', xml('UploadId', 'an-upload'))
        : xml('CompleteMultipartUploadResult', xml('ETag', '"whole"')),
    )
  })
})

beforeAll(async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', await listen(s3))
  vi.stubEnv('AWS_REGION', 'eu-west-2')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b')
  vi.stubEnv(env.downloadsBucket, 'downloads-bucket')
})
afterAll(() => {
  vi.unstubAllEnvs()
  return close(s3)
})

test('parts have no checksum, because S3 would require the checksums again when the parts are combined', async () => {
  const files = new StoredFiles()
  const link = await files.finish(await files.addPart(await files.begin('u', 'log.txt'), 'one line'))
  expect(link).toMatch(/^\/downloads\/u\/.*X-Amz-Signature=/)
  expect(asked.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST'])
  for (const { headers } of asked)
    expect(Object.keys(headers).filter((name) => /checksum|trailer/.test(name))).toEqual([])
})
