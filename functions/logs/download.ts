import * as z from 'zod/mini'
import { apiBasePath } from '../../shared/contract/api-path.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { LogFilter } from '../../shared/logs/log.schema.ts'
import { Reply } from '../http/endpoint.ts'
import { findLogs, LogRange, logStillHolds, openLog, readLogs } from './log-store.ts'
import { logLine } from './download-line.ts'
import { isSignature, sign } from '../aws/root-secret.ts'
import { OpenFile, StoredFiles } from '../aws/files.ts'

/**
 * This file downloads a log of any length in constant memory. A short log is returned directly. A longer log is written
 * to S3 in parts, and the response redirects to a signed link of our own origin. If one call runs out of time, its
 * response redirects to a call that continues. A browser shows all this as one download.
 */

export const downloadSizes = {
  /**
   * Bytes of JSON up to which a log is returned directly. A Lambda's response can have at most 6 MB, and is encoded as
   * JSON.
   */
  direct: 4_500_000,
  /** Bytes per part. S3 requires at least 5 MiB per part except the last, and accepts 10,000 parts. */
  part: 8 * 1024 * 1024,
  /** Milliseconds that one call may read and write. The gateway times out after 29 s. */
  time: 18_000,
  /** Entries per read. */
  batch: 500,
} as const

/** The state that is passed to the next call. */
const Progress = z.object({
  range: LogRange,
  /** The number of the first entry that is not yet in a part. */
  next: z.number().check(z.int()),
  file: OpenFile,
})
type Progress = z.infer<typeof Progress>

export type LogFile = {
  readonly userId: string
  /** The start of the file name. */
  readonly prefix: string
  /** The path of this call, relative to the API's base path. */
  readonly path: string
  readonly request: {
    readonly type: LogFilter
    readonly fromDate?: string | undefined
    readonly toDate?: string | undefined
    readonly resume?: string | undefined
  }
  readonly sizes?: Readonly<Record<keyof typeof downloadSizes, number>>
  readonly files?: StoredFiles
}

const instant = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso))

export const answerLogFile = async (file: LogFile): Promise<Reply<string>> => {
  const { userId, request, sizes = downloadSizes } = file
  const began = Date.now()
  const progress = request.resume === undefined ? null : await readProgress(request.resume, userId)
  if (progress && !(await logStillHolds(userId, progress.range)))
    throw new VisibleError('NOT_FOUND', 'The log was deleted during the download')
  const range = progress?.range ?? (await rangeOf(userId, request))
  const name = `${file.prefix}_${new Date(began).toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.log`
  const files = file.files ?? new StoredFiles()
  let stored = progress ? await files.resume(progress.file) : null

  let lines: string[] = []
  let bytes = 0
  let next = progress?.next ?? range.first
  for (let at = next; at <= range.last; at += sizes.batch) {
    const end = Math.min(at + sizes.batch - 1, range.last)
    for (const entry of await readLogs(range, at, end)) {
      const line = logLine(entry)
      lines.push(line)
      bytes += stored ? Buffer.byteLength(line) : Buffer.byteLength(JSON.stringify(line))
    }
    stored ??= bytes > sizes.direct ? await files.begin(userId, name) : null
    if (!stored || lines.length === 0) continue
    if (bytes < sizes.part && end < range.last) continue
    stored = await files.addPart(stored, lines.join(''))
    lines = []
    bytes = 0
    next = end + 1
    if (next <= range.last && Date.now() - began > sizes.time)
      return redirectToNextPart(file, { range, next, file: await files.leave(stored) })
  }
  if (!stored) return asAnswer(name, lines.join(''))
  return redirect(await files.finish(stored))
}

const rangeOf = async (userId: string, { type, fromDate, toDate }: LogFile['request']) =>
  findLogs(await openLog(userId), { type, from: instant(fromDate), to: instant(toDate) })

const asAnswer = (name: string, text: string) =>
  new Reply(text, { headers: { 'content-disposition': `attachment; filename="${name}"` } })

const redirect = (location: string) => new Reply<string>(undefined, { status: 302, headers: { location } })

/**
 * Redirects to a call that continues the download. The state is signed, because it contains the S3 key and the entries
 * to read.
 */
const redirectToNextPart = async ({ path }: LogFile, progress: Progress) => {
  const text = Buffer.from(JSON.stringify(progress)).toString('base64url')
  const resume = `${text}.${await sign('download-resume', text)}`
  return redirect(`${apiBasePath}${path}?${new URLSearchParams({ resume })}`)
}

/** @throws VisibleError INVALID_REQUEST if we did not create the state for this user */
const readProgress = async (resume: string, userId: string): Promise<Progress> => {
  const wrong = () =>
    new VisibleError('INVALID_REQUEST', 'This download cannot be resumed', { resume: 'unknown' })
  const [, text, seal] = /^([\w-]+)\.([\w-]{43})$/.exec(resume) ?? []
  if (text === undefined || !(await isSignature('download-resume', text, seal))) throw wrong()
  const { success, data } = Progress.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (!success || !data.file.key.startsWith(`downloads/${userId}/`)) throw wrong()
  return data
}
