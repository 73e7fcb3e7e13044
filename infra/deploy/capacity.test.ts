import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contract } from '../../shared/contract/index.ts'
import { queueTimes } from '../../shared/platform/queue-times.ts'
import { reservedBy } from '../stack/functions.ts'
import { root, usualExecutors, usualWebhookExecutions } from '../stack/lambdas.ts'
import { optionsFrom } from '../stack/options.ts'
import { leastForOthers } from './preflight.ts'

const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8')
const [, section = ''] = page.split('## How much it takes\n')
const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) =>
  row.split('|').map((cell) => cell.trim().replaceAll('**', '')),
)
const numberIn = (row: RegExp, column: number): number => {
  const cells = rows.find(([name = '']) => row.test(name))
  return Number(cells?.[column]?.replaceAll(',', '') || NaN)
}
const [executions, alerts] = [1, 2]

it('docs/deploy.md lists the stack’s reserved executions and their sum', () => {
  const reserved = reservedBy(optionsFrom(() => undefined))
  expect(numberIn(/^webhook/, executions)).toBe(reserved.receiveAlert)
  expect(numberIn(/^executor/, executions)).toBe(reserved['execute-alerts'])
  expect(numberIn(/^matching of symbols/, executions)).toBe(reserved['match-symbols'])
  expect(numberIn(/^everything else/, executions)).toBe(leastForOthers)
  expect(numberIn(/^all/, executions)).toBe(
    Object.values(reserved).reduce((all, each) => all + each, leastForOthers),
  )
})

it('docs/deploy.md shows how many alerts per second each part handles', () => {
  const { rate } = contract.receiveAlert.throttle
  expect(numberIn(/^route/, alerts)).toBe(rate)
  const [, milliseconds] = /^webhook, (\d+) ms/m.exec(rows.join('\n')) ?? []
  const each = 1_000 / Number(milliseconds)
  expect(section).toContain(`\`--webhook-executions\`: ${Math.floor(each)} a second each`)
  expect(numberIn(/^webhook/, alerts)).toBe(Math.floor((each * usualWebhookExecutions) / 10) * 10)
  expect(numberIn(/^executor, 1 s for up to ten alerts/, alerts)).toBe(usualExecutors)
  expect(queueTimes.batch).toBe(10)
  // Each alert writes and later removes one index entry. A partition handles 1,000 write units per second.
  expect(numberIn(/^index/, alerts)).toBe(1_000 / 2)
})
