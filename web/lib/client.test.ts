import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { apiBasePath, endpoints } from '../../shared/endpoints.ts'
import { server } from '../testing/server.ts'
import { upload } from './client.ts'

it('a file goes out under its own name and type', async () => {
  const { method, path } = endpoints.uploadInstruments
  let sent = ''
  server.use(
    http[method.toLowerCase() as 'post'](`*${apiBasePath}${path}`, async ({ request }) => {
      sent = await request.text()
      return HttpResponse.json({ message: 'Uploaded' })
    }),
  )
  await upload('uploadInstruments', new File(['LSE:VOD\n'], 'mine.csv', { type: 'text/csv' }))
  expect(sent).toMatch(/name="file"; filename="mine\.csv"\r\ncontent-type: text\/csv\r\n\r\nLSE:VOD\n\r\n--/i)
})
