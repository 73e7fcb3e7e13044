import { isEnded } from '../../../shared/logs/is-ended.ts'
import { ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CloudUnderTest, until } from '../testing/local-cloud.ts'
import { PastClock } from '../testing/past-clock.ts'
import { postAlert } from '../testing/webhook.ts'
import { ApiClient } from '../../api-client.ts'
import { demoUser } from './seed.ts'
import { localAccess } from './template.ts'

/** Starts yesterday at noon. During the tests, the day does not change and no scheduled job fetches dividend dates. */
const clock = new PastClock(new Date(Date.now() - 86_400_000).setUTCHours(12, 0, 0, 0))
let cloud: CloudUnderTest
let client: ApiClient
beforeAll(async () => {
  cloud = await CloudUnderTest.start(clock.environment)
  client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
})
afterAll(async () => {
  await cloud?.stop()
  clock.remove()
})

type Local = { readonly endpoints: Readonly<Record<string, string>> }
const yahooRequests = async () => {
  const { port } = new URL(cloud.origin)
  return (await cloud.control(`http://127.0.0.1:${Number(port) + 16}/_yahoo/requests`)) as string[]
}

test('a fetch of dividend dates asks Yahoo once for each symbol, and the log reports the result', async () => {
  const before = await client.call('listInstruments', { offset: 0, limit: 100 })
  expect(before.results.every(({ nextDividendDate }) => nextDividendDate === null)).toBe(true)
  await client.call('fetchDividendDates', {})
  const entry = await until(async () => {
    const { results } = await client.call('listLogs', { offset: 0, limit: 10, type: 'ALL' })
    return results.find(({ message }) => message.startsWith('Dividend dates fetched'))
  })
  expect(entry.message).toContain(`${before.count} symbols`)
  expect(entry.extra).toMatchObject({ facts: { symbols: before.count, failed: {} } })
  const { results } = await client.call('listInstruments', { offset: 0, limit: 100 })
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  const dates = results.flatMap(({ nextDividendDate }) => nextDividendDate ?? [])
  expect(dates.length).toBeGreaterThan(0)
  expect(dates.every((date) => date >= today)).toBe(true)
  const asked = (await yahooRequests()).filter((request) => request.includes('/quoteSummary/'))
  expect(asked).toHaveLength(before.count)
  expect(new Set(asked).size).toBe(before.count)
})

test('an alert without ATR is traded with an ATR that the executor computes from daily prices', async () => {
  const { demoWebhookSecret: secret } = await client.call('getSettings', {})
  const quote = { bid: 22_899, offer: 22_901, marketStatus: 'TRADEABLE' }
  await cloud.control(`${cloud.paperOrigin}/_paper/market/UA.D.AAPL.DAILY.IP`, quote)
  const time = new Date(clock.now()).toISOString()
  const alert = { secret, market: 'NASDAQ:AAPL', action: 'BUY', price: '229.00', time }
  const { alertId } = await postAlert(cloud.origin, JSON.stringify(alert))
  const { extra } = await until(async () => {
    const { results } = await client.call('listLogs', { offset: 0, limit: 20, type: 'ALL' })
    return results.filter(isEnded).find(({ extra }) => extra.alertId === alertId)
  })
  expect(extra).toMatchObject({ outcome: 'PLACED' })
  expect((await yahooRequests()).filter((request) => request.endsWith('/chart/AAPL'))).toHaveLength(1)
  const askedOfIg = (await cloud.wire()).filter(({ path }) => path.includes('/prices/'))
  expect(askedOfIg).toEqual([])
})

test('a signed link downloads a file from the bucket through the site’s own address', async () => {
  const { endpoints } = (await cloud.control(`${cloud.origin}/_local`)) as Local
  const s3 = new S3Client({
    endpoint: endpoints.AWS_ENDPOINT_URL_S3 as string,
    forcePathStyle: true,
    ...localAccess,
  })
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}))
  const bucket = Buckets.find(({ Name }) => Name?.startsWith('datadownloads'))?.Name
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: 'downloads/user/a.log',
      Body: 'a log',
      ContentDisposition: 'attachment; filename="a.log"',
    }),
  )
  const file = await fetch(`${cloud.origin}/downloads/user/a.log?X-Amz-Signature=any`)
  expect(await file.text()).toBe('a log')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="a.log"')
  expect((await fetch(`${cloud.origin}/downloads/user/b.log`)).status).toBe(404)
})
