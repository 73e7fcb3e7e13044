import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../stack/lambdas.ts'

export const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')

/** The filter patterns that an alarm's own section has its reader search for. */
export const searchesOfAlarm = (alarm: string): readonly string[] => {
  const section = runbook.split(`\n### ${alarm}\n`)[1]?.split(/\n##/)[0] ?? ''
  const searches = section.matchAll(/(?:search \d+[mh]|--filter-pattern) '([^']+)'/g)
  return [...searches].map(([, pattern]) => pattern as string)
}
