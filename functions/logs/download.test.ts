import { expect, test, vi } from 'vitest'
import type { LogEntry } from '../../shared/logs/log.schema.ts'
import { answerLogFile, downloadSizes } from './download.ts'
import type { StoredFile, StoredFiles } from '../aws/files.ts'

const total = 1_000_000
const entryOf = (number: number): LogEntry => ({
  id: `1-${number}`,
  type: 'TRADE',
  mode: 'DEMO',
  createdAt: '2026-09-07T13:31:05.000Z',
  message: `Position opened: BUY ${number} of KA.D.VOD.DAILY.IP at 88.42, stop 84.1, limit 96.9`,
})
// Mocked because the embedded database cannot hold a log of this length. The store has its own tests.
vi.mock('./log-store.ts', async (importActual) => ({
  ...(await importActual<object>()),
  openLog: () => Promise.resolve(null),
  findLogs: () => Promise.resolve({ userId: 'u', list: 'ALL', gen: 1, first: 1, last: total }),
  logStillHolds: () => Promise.resolve(true),
  readLogs: (_range: unknown, first: number, last: number) =>
    Promise.resolve(Array.from({ length: last - first + 1 }, (_, index) => entryOf(first + index))),
}))

vi.mock(
  '../aws/root-secret.ts',
  async () => (await import('../../infra/dev/testing/zero-root-key.ts')).zeroRootKey,
)

test('a download of a million entries has every line once and in order, and never holds more than one part in memory', async () => {
  let lines = 0
  let largest = 0
  let parts = 0
  let left: readonly string[] = []
  const files: Pick<StoredFiles, 'begin' | 'addPart' | 'leave' | 'resume' | 'finish'> = {
    begin: () => Promise.resolve({ key: 'downloads/u/x.log', uploadId: 'an-upload', parts: [] }),
    addPart: (file: StoredFile, text: string) => {
      largest = Math.max(largest, text.length)
      parts += 1
      for (let at = text.indexOf('\n'), from = 0; at >= 0; from = at + 1, at = text.indexOf('\n', from)) {
        lines += 1
        if (!text.startsWith(`Position opened: BUY ${lines} of`, from + 36))
          throw new Error(`Line ${lines} is ${text.slice(from, at)}`)
      }
      return Promise.resolve({ ...file, parts: [...file.parts, 'f'.repeat(32)] })
    },
    leave: ({ parts: written, ...file }) => {
      left = written
      return Promise.resolve(file)
    },
    resume: (file) => Promise.resolve({ ...file, parts: left }),
    finish: () => Promise.resolve('/downloads/u/x.log?signed'),
  }
  let calls = 0
  let location = ''
  let resume: string | undefined
  do {
    calls += 1
    // The negative time limit makes each part need its own call.
    const sizes = { ...downloadSizes, time: -1 }
    const request = { type: 'ALL' as const, resume }
    const { options } = await answerLogFile({
      userId: 'u',
      prefix: 'logs',
      path: '/logs/download',
      request,
      sizes,
      files: files as StoredFiles,
    })
    location = options.headers?.location ?? ''
    expect(location.length).toBeLessThan(1_000)
    resume = new URLSearchParams(location.split('?')[1]).get('resume') ?? undefined
  } while (resume !== undefined)
  expect(lines).toBe(total)
  expect(location).toBe('/downloads/u/x.log?signed')
  expect(calls).toBe(parts)
  expect(largest).toBeLessThan(downloadSizes.part + downloadSizes.batch * 200)
})
