import { afterEach, expect, test, vi } from 'vitest'
import { log, withRequestId } from './log.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a log line contains only JSON, so that metric filters can read it', () => {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const levels = ['debug', 'info', 'warn', 'error'] as const
  const viaConsole = levels.map((level) => vi.spyOn(console, level))
  for (const level of levels) log(level, 'alert\nfinished', { outcome: 'PLACED' })
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual(
    levels.map((level) => ({ level, message: 'alert\nfinished', outcome: 'PLACED' })),
  )
  for (const line of written) expect(line.indexOf('\n')).toBe(line.length - 1)
  for (const spy of viaConsole) expect(spy).not.toHaveBeenCalled()
})

test('each log line of a Lambda contains the ID of its own request, even if calls overlap', async () => {
  const written: { message: string; requestId?: string }[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation(
    (text) => written.push(JSON.parse(String(text)) as { message: string }) > 0,
  )
  const handler = withRequestId(async (message: string, _context: { awsRequestId: string }) => {
    await Promise.resolve()
    log('info', message)
  })
  await Promise.all([handler('one', { awsRequestId: 'r-1' }), handler('two', { awsRequestId: 'r-2' })])
  log('info', 'three')
  expect(written).toEqual([
    { level: 'info', message: 'one', requestId: 'r-1' },
    { level: 'info', message: 'two', requestId: 'r-2' },
    { level: 'info', message: 'three' },
  ])
})
