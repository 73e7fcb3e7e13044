import { ApiError } from '../../../lib/api.ts'
import { NotAlertLog, readAlertLog } from './alert-log.ts'
import { compareAlerts, type Finding, spanOf } from './compare.ts'
import { readKnown } from './read-known.ts'

/** The result of a comparison, without secrets and message texts. */
export type Comparison = {
  readonly fileName: string
  readonly messages: number
  /** The times of the first and the last message, in epoch milliseconds. */
  readonly span: readonly [number, number]
  readonly broken: readonly { readonly line: number; readonly problem: string }[]
  readonly findings: readonly Finding[]
}

/** The maximum file size in bytes. 50,000 messages need far less. */
const maxFileBytes = 100_000_000

export type Step =
  | { readonly step: 'reading' }
  | { readonly step: 'asking' | 'matching'; readonly alerts: number }

/**
 * Compares a file with the alerts of the same period. The file stays in the browser.
 * @throws ApiError NOT_AN_ALERT_LOG, or the error of a failed request
 */
export const compareFile = async (
  file: File,
  demoSecret: string,
  onStep: (step: Step) => void,
): Promise<Comparison> => {
  if (file.size > maxFileBytes) throw refused('The file is larger than 100 MB. Export a shorter time')
  onStep({ step: 'reading' })
  const log = await logOf(file, demoSecret)
  const now = Date.now()
  const span = spanOf(log)
  onStep({ step: 'asking', alerts: 0 })
  const known = await readKnown(span, now, (alerts) => onStep({ step: 'asking', alerts }))
  onStep({ step: 'matching', alerts: known.alerts.length })
  const findings = await compareAlerts(log, known, now)
  return { fileName: file.name, messages: log.messages.length, span, broken: log.broken, findings }
}

const refused = (message: string) => new ApiError(0, 'NOT_AN_ALERT_LOG', message, {})

const logOf = async (file: File, demoSecret: string) => {
  const text = await file.text().catch(() => {
    throw refused('The file has changed since you selected it. Select it again')
  })
  try {
    return await readAlertLog(text, demoSecret)
  } catch (error) {
    throw error instanceof NotAlertLog ? refused(error.message) : error
  }
}
