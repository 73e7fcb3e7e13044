import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { instrument } from '../../infra/dev/testing/instruments.ts'
import { replaceInstruments } from '../../infra/dev/testing/replace-instruments.ts'
import { changeInstruments, findInstrument, listInstruments, openInstruments } from './instrument-store.ts'
import { dynamo } from '../aws/table.ts'

useEmbeddedDynamoDb()
afterEach(() => vi.restoreAllMocks())

let users = 0
const newUser = () => `instrument-user-${(users += 1)}`
const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => instrument(`${name}:${index}`))
const namesOf = async (userId: string) => (await listInstruments(userId)).map((row) => row.marketAndSymbol)
const named = (rows: readonly { readonly marketAndSymbol: string }[]) =>
  rows.map((row) => row.marketAndSymbol)

class Crash extends Error {}
/** Makes the write with this number and all later writes fail, as if the process had crashed. */
const crashAtWrite = (number: number) => {
  const client = dynamo()
  const send = client.send.bind(client) as (command: unknown) => Promise<unknown>
  let writes = 0
  return vi.spyOn(client, 'send').mockImplementation((async (command: unknown) => {
    if (command instanceof PutCommand && (writes += 1) >= number) throw new Crash()
    return send(command)
  }) as never)
}

describe('an import that is cut off', () => {
  test('keeps the whole old list, whichever write fails, and does not block the next import', async () => {
    const userId = newUser()
    const old = rowsOf('OLD', 20)
    await replaceInstruments(userId, old)
    for (let number = 1; ; number += 1) {
      const crash = crashAtWrite(number)
      const ended = await replaceInstruments(userId, rowsOf('NEW', 20)).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Crash)) throw error
          return false
        },
      )
      crash.mockRestore()
      expect(await namesOf(userId)).toEqual(named(ended ? rowsOf('NEW', 20) : old))
      if (ended) break
      // This change shows that the failed import did not write to a slot in use.
      await changeInstruments(userId, (rows) =>
        rows.map((row, index) => (index === 0 ? { ...row, maxPositionSize: String(number) } : row)),
      )
      expect(await namesOf(userId)).toEqual(named(old))
      expect(number).toBeLessThan(60)
    }
  })

  test.each([1, 2, 30, 65])('keeps the old list if its process is killed after write %i', async (writes) => {
    const userId = newUser()
    await replaceInstruments(userId, rowsOf('OLD', 500))
    const program = join(import.meta.dirname, '../../infra/dev/testing/import-until-killed.ts')
    const child = spawn(process.execPath, [program, userId, '500', String(writes)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = await new Promise<string>((resolve) =>
      child.stdout.once('data', (piece: Buffer) => resolve(piece.toString())),
    )
    expect(said).toContain('waiting')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    expect(await namesOf(userId)).toEqual(named(rowsOf('OLD', 500)))
    await replaceInstruments(userId, rowsOf('NEXT', 500))
    expect(await namesOf(userId)).toEqual(named(rowsOf('NEXT', 500)))
  })
})

test('simultaneous imports and edits leave one complete list', async () => {
  const userId = newUser()
  await replaceInstruments(userId, rowsOf('A', 80))
  const outcomes = await Promise.allSettled([
    replaceInstruments(userId, rowsOf('B', 80)),
    replaceInstruments(userId, rowsOf('C', 80)),
    ...[1, 2, 3].map((number) =>
      changeInstruments(userId, (rows) =>
        rows.map((row, index) => (index === number ? { ...row, maxPositionSize: '77' } : row)),
      ),
    ),
  ])
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  const names = await namesOf(userId)
  const [market = ''] = (names[0] ?? '').split(':')
  expect(names).toEqual(named(rowsOf(market, 80)))
})

test('a reader sees either the old or the new list while the list is replaced', async () => {
  const userId = newUser()
  await replaceInstruments(userId, rowsOf('A', 100))
  const seen: string[][] = []
  let isDone = false
  const reader = (async () => {
    while (!isDone) seen.push(await namesOf(userId))
  })()
  for (const name of ['B', 'C', 'D']) await replaceInstruments(userId, rowsOf(name, 100))
  isDone = true
  await reader
  expect(seen.length).toBeGreaterThan(3)
  for (const names of seen) expect(new Set(names.map((name) => name.split(':')[0])).size).toBe(1)
  for (const names of seen) expect(names).toHaveLength(100)
})

test('an instrument is found by name in any letter case, but not for another user or after its removal', async () => {
  const userId = newUser()
  await replaceInstruments(userId, [instrument('LSE:VOD', { maxPositionSize: '12.5' })])
  expect(await findInstrument(userId, ' lse:vod ')).toMatchObject({ maxPositionSize: '12.5' })
  expect(await findInstrument(userId, 'LSE:BP')).toBeNull()
  expect(await findInstrument(newUser(), 'LSE:VOD')).toBeNull()
  await replaceInstruments(userId, [instrument('LSE:BP')])
  expect(await findInstrument(userId, 'LSE:VOD')).toBeNull()
})

test('the version of a list grows with each change and stays the same otherwise', async () => {
  const userId = newUser()
  expect((await openInstruments(userId)).version).toEqual([0])
  expect(await replaceInstruments(userId, rowsOf('A', 3))).toEqual([1])
  expect(await replaceInstruments(userId, rowsOf('A', 3))).toEqual([1])
  expect(await changeInstruments(userId, () => null)).toEqual([1])
  expect(await replaceInstruments(userId, [])).toEqual([2])
  expect(await listInstruments(userId)).toEqual([])
})
