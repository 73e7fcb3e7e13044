import { afterEach, expect, test, vi } from 'vitest'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { outcomeStore } from './outcome-store.ts'

useEmbeddedDynamoDb()
afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['refused because IG could not be read', 'unreachable' as const],
  ['refused by a rule', undefined],
])('an alert that was %s is reported in the operator’s line', async (_words, unreadable) => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const at = Date.UTC(2026, 0, 5, 12)
  await outcomeStore.log([
    {
      userId: 'ann',
      mode: 'DEMO',
      type: 'ALERT',
      message: 'Refused',
      finished: { alertId: 'a-1', outcome: 'REFUSED', unreadable, acceptedAt: at - 1_500 },
      key: `finished-${unreadable}`,
      since: at,
      at,
    },
  ])
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: 'info',
      message: operatorLines.alertFinished,
      alertId: 'a-1',
      userId: 'ann',
      mode: 'DEMO',
      outcome: 'REFUSED',
      ...(unreadable ? { unreadable } : {}),
      milliseconds: 1_500,
    },
  ])
})
