import { Cron } from 'croner'

/** Converts an expression such as `rate(5 minutes)` to milliseconds; null for other forms. */
export const rateOf = (expression: string): number | null => {
  const [, number, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
  const milliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }
  return number && unit ? Number(number) * milliseconds[unit as keyof typeof milliseconds] : null
}

/** Converts AWS's six cron fields to cron's five. Null if the expression has another form or names a year. */
export const cronOf = (expression: string): string | null => {
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.split(' ')
  if (!fields || fields.length !== 6) return null
  if (fields[5] !== '*') return null
  return fields
    .slice(0, 5)
    .map((field) => (field === '?' ? '*' : field))
    .join(' ')
}

/**
 * Starts a schedule.
 * @returns a function that stops the schedule
 * @throws Error if the expression has an unknown form
 */
export const schedule = (expression: string, timeZone: string, run: () => void): (() => void) => {
  const every = rateOf(expression)
  if (every !== null) {
    const timer = setInterval(run, every)
    return () => clearInterval(timer)
  }
  const pattern = cronOf(expression)
  if (pattern === null) throw new Error(`The local cloud does not understand the schedule ${expression}`)
  const job = new Cron(pattern, { timezone: timeZone }, run)
  return () => job.stop()
}
